/// How the web page looks beyond what it shares with files: the way around, forms, lists that fit a telephone.
enum WebStylesheet {
    /// The sheet.
    static let text: StaticString = """
        .skip:not(:focus),.list caption,[data-bars] caption.repeated,.phases caption{position:absolute;width:1px;height:1px;\
        overflow:hidden;clip-path:inset(50%);white-space:nowrap}.skip:focus{display:block;padding:.5rem 1rem}
        h2{margin-bottom:.4rem}.experiment{border-top:0;margin-top:0;padding-top:0}
        header{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem 1.2rem;border-bottom:1px solid var(--line);\
        padding:.5rem max(1rem,calc((100% - 84rem)/2 + 1rem))}
        main{max-width:84rem}main:focus{outline:none}
        .brand{font-weight:700;color:var(--fg);text-decoration:none;padding:.4rem 0}
        nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem;margin:0;padding:0}
        nav a{display:block;padding:.4rem .7rem;border-radius:6px;color:var(--fg);text-decoration:none}
        nav a:hover{background:var(--soft)}nav a[aria-current]{background:var(--band);font-weight:600}
        .tools{margin-inline-start:auto;display:flex;align-items:center;gap:1rem}.tools a{padding:.4rem 0}
        .notice{border-inline-start:6px solid var(--good);background:var(--soft);padding:.6rem 1rem}
        .notice.bad{border-color:var(--bad)}
        .crumb{margin-top:.6rem}
        form.panel,form.filter{display:flex;flex-wrap:wrap;align-items:flex-start;gap:.4rem 1rem;margin:.6rem 0 1rem}
        form.panel>button,form.filter>button{margin-top:1.45rem}form.panel .field{flex:0 1 26rem}form.stack{display:block;max-width:34rem}form.stack .field{margin-bottom:1rem}
        .field label{display:block;font-size:.85rem;color:var(--faint);margin-bottom:.15rem}
        .field .note{max-width:34rem}
        fieldset{border:1px solid var(--line);border-radius:6px;margin:0 0 .6rem;flex:1 1 100%}legend{padding:0 .4rem}
        .check{display:flex;align-items:center;gap:.6rem;min-height:2.2rem}.check input{width:1.2rem;min-height:1.2rem;flex:none}
        input,select,textarea,button{font:inherit;color:inherit}
        input,select,textarea{background:var(--bg);border:1px solid var(--faint);border-radius:6px;padding:.45rem .6rem;\
        width:100%;min-height:2.6rem}
        textarea{min-height:18rem;font-family:ui-monospace,monospace;font-size:.85rem;white-space:pre;overflow:auto}
        button{background:var(--mark);color:var(--bg);border:0;border-radius:6px;padding:.55rem 1rem;min-height:2.6rem;\
        cursor:pointer;font-weight:600}
        form.quiet{display:inline}form.quiet button{background:none;color:var(--mark);padding:.4rem 0;min-height:0;\
        font-weight:400;text-decoration:underline}
        form.danger button,.step[data-danger] button{background:var(--bad)}
        .step{border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem;margin:.6rem 0}
        summary{cursor:pointer;padding:.3rem 0;font-weight:600}
        .empty{border:1px dashed var(--line);border-radius:12px;padding:1.5rem;margin:1rem 0}
        .empty p:first-child{font-weight:600}
        .chips{display:flex;flex-wrap:wrap;gap:.4rem;list-style:none;padding:0;margin:.5rem 0}
        .chips a{display:block;border:1px solid var(--line);border-radius:99px;padding:.3rem .8rem;text-decoration:none}
        .chips a[aria-current]{background:var(--band);color:var(--fg);border-color:var(--mark);font-weight:600}
        .list td,.list th{padding:.55rem .6rem}.list tbody th{font-weight:400}.list tbody th>a{font-weight:600}
        .list .mini{width:11rem;max-width:100%}.mini svg{height:auto}
        .tag{display:inline-block;border:1px solid var(--line);border-radius:4px;padding:0 .4rem;font-size:.8rem;\
        white-space:nowrap}
        .tag.running,.tag.available{border-color:var(--good);color:var(--good)}
        .tag.paused,.tag.starved,.tag.pending{border-color:var(--warn);color:var(--warn)}
        .tag.off,.tag.invalidated{border-color:var(--bad);color:var(--bad)}
        .facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(11rem,100%),1fr));gap:.8rem;margin:1rem 0;padding:0}
        .facts div{background:var(--soft);border-radius:8px;padding:.6rem .9rem}
        .facts dt{font-size:.85rem}.facts dd{font-size:1.35rem;font-variant-numeric:tabular-nums}
        .bars{width:100%;table-layout:auto}.bars td.bar{width:45%;min-width:6rem;padding-inline:0;vertical-align:middle}.bars tbody th{width:26%}
        .bars svg{height:14px;width:100%}.bar-fill{fill:var(--mark)}.bar-rest{fill:var(--soft)}
        code{font-family:ui-monospace,monospace;font-size:.85rem;overflow-wrap:anywhere}
        .rules{padding-inline-start:1.2rem}.rules li{margin:.3rem 0}
        .timeline{list-style:none;padding:0}.timeline li{border-inline-start:3px solid var(--line);padding:.2rem 0 .5rem .9rem}
        .timeline time{color:var(--faint);font-variant-numeric:tabular-nums;font-size:.85rem;display:block}
        .timeline .change{color:var(--mark)}
        pre[lang]{white-space:pre-wrap;overflow-wrap:anywhere}.diff .added{color:var(--good)}.diff .removed{color:var(--bad)}
        .pages{display:flex;gap:1rem;align-items:center;margin:1rem 0}
        td,th,p,li,h1,h2,h3,dd{overflow-wrap:anywhere}.scroll td,.scroll th{overflow-wrap:break-word}
        .scroll tbody th{min-width:6rem}.scroll code{overflow-wrap:normal}.n,.tag,.t{overflow-wrap:normal}.t{white-space:nowrap}
        .columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:0 2rem}
        @media screen and (max-width:48rem){.tools{margin-inline-start:0}form.panel>button,form.filter>button{margin-top:0}
        form.filter .field{flex:1 1 8rem}}
        @media print{header,.skip,.step,form,.chips,.pages,.downloads{display:none!important}main{max-width:none}}
        """
}
