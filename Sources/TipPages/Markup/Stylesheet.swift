/// How pages look: dense and calm, light and dark, on a telephone, on a wide screen and on paper.
enum Stylesheet {
    /// The sheet.
    ///
    /// Text is never smaller than 12 pixels, and every colour of text stands out from its ground by 4.5 to 1.
    static let text: StaticString = """
        :root{color-scheme:light dark;--bg:#fff;--fg:#1c1e21;--faint:#5c6370;--line:#d8dce2;--soft:#f4f6f8;\
        --good:#0a6b3a;--bad:#a8201a;--warn:#7a4b00;--mark:#1f5fa8;--band:#cfe0f3}
        @media(prefers-color-scheme:dark){:root{--bg:#16181c;--fg:#e7e9ec;--faint:#a3abb8;--line:#3a404a;\
        --soft:#1f2329;--good:#5fd08f;--bad:#ff8f86;--warn:#f0b95a;--mark:#7fb4f2;--band:#24405f}}
        *{box-sizing:border-box}
        body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,\
        "Hiragino Sans","Noto Sans JP","WenQuanYi Micro Hei",sans-serif}
        main{max-width:72rem;margin:0 auto;padding:1rem}
        h1{font-size:1.5rem;margin:.5rem 0 1rem}h2{font-size:1.3rem;margin:0}h3{font-size:1rem;margin:1.2rem 0 .4rem}
        p{margin:.3rem 0}.faint{color:var(--faint)}.block{display:block;font-weight:400}.note{color:var(--faint);font-size:.85rem}
        section{margin-top:1.4rem}h2+*{margin-top:.4rem}
        .experiment{border-top:1px solid var(--line);padding-top:1rem;margin-top:1.5rem}
        .verdict{border-inline-start:6px solid var(--line);background:var(--soft);padding:.6rem 1rem;margin:.8rem 0}
        .verdict.ship{border-color:var(--good)}.verdict.keep,.verdict.continue{border-color:var(--mark)}\
        .verdict.blocked{border-color:var(--bad)}
        .headline{font-size:1.15rem;font-weight:600}
        pre{overflow-x:auto;background:var(--soft);padding:.5rem .7rem;font-size:.82rem;margin:.5rem 0}
        .cards{display:flex;flex-wrap:wrap;gap:1rem}.card{flex:1 1 16rem;max-width:24rem}.card h3{margin:.2rem 0}
        .tip{border:1px solid var(--line);border-radius:12px;padding:.7rem .9rem;background:var(--soft)}
        .tip .title{font-weight:600}.tip .image{color:var(--mark);font-size:.8rem}
        .button{display:inline-block;color:var(--mark);margin-inline-end:1rem;font-weight:600}
        .scroll{overflow-x:auto;margin:.5rem 0}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        caption{text-align:start;color:var(--faint);padding-bottom:.3rem}
        th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
        thead th{color:var(--faint);font-weight:500;white-space:nowrap}
        .n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
        .good,.ship{color:var(--good);font-weight:600}.bad,.blocked,.alarm .mark,td.alarm{color:var(--bad);font-weight:600}
        .warning .mark,td.warning{color:var(--warn);font-weight:600}.ok .mark,td.ok{color:var(--good)}
        .verdict.ship,.verdict.blocked{color:inherit;font-weight:400}
        .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(22rem,100%),1fr));gap:1rem}
        figure{margin:0;max-width:36rem}figcaption{color:var(--faint);font-size:.85rem}svg{width:100%;height:auto;display:block}
        .label{font-size:12px;fill:var(--fg)}.strong{font-weight:600}.tick{font-size:12px;fill:var(--faint)}
        .grid{stroke:var(--line);stroke-width:1}.zero{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:3 3}
        .interval{stroke:var(--mark);stroke-width:3}.point{fill:var(--mark);stroke:var(--mark);stroke-width:2}
        .hollow{fill:var(--bg)}.better{fill:var(--good);stroke:var(--good)}.worse{fill:var(--bad);stroke:var(--bad)}
        .band{fill:var(--band)}.curve{fill:none;stroke:var(--mark);stroke-width:2}
        .dash1{stroke-dasharray:7 4;stroke:var(--warn)}.dash2{stroke-dasharray:2 3;stroke:var(--good)}\
        .dash3{stroke-dasharray:9 3 2 3;stroke:var(--bad)}
        .health{list-style:none;padding:0;margin:0}.health li{padding:.3rem 0;border-bottom:1px solid var(--line)}
        .health p{color:var(--faint)}
        dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:var(--faint)}dd{margin:0}
        a{color:var(--mark)}:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
        @media screen and (max-width:48rem){.cardlist thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .cardlist,.cardlist caption,.cardlist tbody,.cardlist tr,.cardlist td,.cardlist th{display:block}
        .cardlist tr{border:1px solid var(--line);border-radius:10px;margin:.7rem 0;padding:.3rem .2rem}
        .cardlist td,.cardlist th{border:0;padding:.2rem .7rem}.cardlist td.n{display:flex;justify-content:space-between}
        .cardlist td[data-label]::before{content:attr(data-label);display:block;color:var(--faint);font-size:.8rem}}
        @media(max-width:40rem){dl{grid-template-columns:1fr}dt{margin-top:.4rem}}
        @media print{figure,.card,.health li,tr{break-inside:avoid}h2,h3,caption{break-after:avoid}body{font-size:10pt}
        main{padding:0}.scroll,pre{overflow:visible}pre{white-space:pre-wrap;overflow-wrap:anywhere}
        table{font-size:8.5pt}th,td{padding:.15rem .3rem}thead{display:table-header-group}thead th{white-space:normal}
        .plots{grid-template-columns:1fr 1fr}}
        """
}
