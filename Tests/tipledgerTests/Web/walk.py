"""Walks the web page of a running server with a real browser, and says what is wrong as JSON.

usage: walk.py URL READ_KEY ADMIN_KEY FOLDER PERSON
       walk.py URL READ_KEY ADMIN_KEY FOLDER ""      every experiment of a long list, on the wide screen

Every page that links lead to is looked at on a wide screen and on a telephone, in English and in Japanese, light and
dark: what the console says, what the policy forbids, what axe finds, what the keyboard cannot reach, what does not fit.
Screenshots are left in FOLDER.
"""
import json
import re
import sys
import urllib.parse
import urllib.request

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

base, read_key, admin_key, folder, person = sys.argv[1:6]
problems, visited, shots, printed, compared = [], set(), [], [], 0

LOOKS = [
    {"name": "1600", "viewport": {"width": 1600, "height": 1000}, "locale": "en-GB", "color_scheme": "light"},
    {"name": "360", "viewport": {"width": 360, "height": 740}, "locale": "ja-JP", "color_scheme": "dark"},
]

MARK = """() => {
  const all = [...document.querySelectorAll(
    'a[href],button,input:not([type=hidden]),select,textarea,summary,[tabindex="0"]')]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.disabled);
  all.forEach((e, i) => { e.__place = i; });
  document.activeElement && document.activeElement.blur();
  window.getSelection().removeAllRanges();
  return all.map(e => e.outerHTML.slice(0, 90));
}"""
FOCUSED = """() => { const e = document.activeElement; if (!e || e.__place === undefined) return [-1, ''];
  const s = getComputedStyle(e); return [e.__place, s.outlineStyle + s.boxShadow]; }"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() &&
  [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) &&
  parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.tagName + ' ' + e.textContent.slice(0, 30))"""
CLIPPED = """() => [...document.querySelectorAll('svg[role=img] text')].filter(t => {
  const b = t.getBBox(), v = t.ownerSVGElement.viewBox.baseVal;
  return b.x < -1 || b.x + b.width > v.width + 1; }).map(t => t.textContent.slice(0, 40))"""


def note(look, where, what, detail):
    problems.append({"look": look["name"], "page": where, "what": what, "detail": str(detail)[:600]})


def inspect(page, look, where, name):
    """Looks at the page as it is shown now."""
    for violation in Axe().run(page).response["violations"]:
        targets = [n["target"] for n in violation["nodes"]][:3]
        note(look, where, "axe", f"{violation['id']}: {violation['help']} {targets} "
             f"{violation['nodes'][0].get('failureSummary', '')}")
    if page.evaluate(WIDE) > 0:
        note(look, where, "overflow", page.evaluate(WIDE))
    for text in page.evaluate(SMALL):
        note(look, where, "small", text)
    for text in page.evaluate(CLIPPED):
        note(look, where, "clipped", text)
    for violation in page.evaluate("() => window.__violations || []"):
        note(look, where, "policy", violation)
    path = f"{folder}/{name}-{look['name']}.png"
    page.screenshot(path=path, full_page=True)
    shots.append(path)
    keyboard(page, look, where)


PAPER = """() => {
  const shown = s => [...document.querySelectorAll(s)].filter(e => e.checkVisibility()).map(e => 'shown ' + s);
  const hidden = ['header', 'nav', 'form', 'button', '.step', '.skip:not(:focus)', '.chips', '.pages'].flatMap(shown);
  const wide = [...document.querySelectorAll('main table,main pre,main figure,main svg,.scroll')].filter(e =>
    e.checkVisibility() && (e.scrollWidth > e.clientWidth + 1 ||
      e.getBoundingClientRect().right > document.documentElement.clientWidth + 1));
  const words = wide.map(e => 'cut ' + e.tagName + ' ' + e.className + ' ' + e.textContent.trim().slice(0, 40));
  return hidden.concat(words); }"""


def paper(page, look, where, name):
    """Looks at the page as it is printed on A4: nothing to press is left, and nothing is cut at the edge."""
    size = page.viewport_size
    page.set_viewport_size({"width": 718, "height": 1000})
    page.emulate_media(media="print", color_scheme="light")
    for found in page.evaluate(PAPER):
        note(look, where, "paper", found)
    page.emulate_media(media="screen", color_scheme=look["color_scheme"])
    page.set_viewport_size(size)
    path = f"{folder}/{name}.pdf"
    page.pdf(path=path, format="A4", print_background=False, margin={s: "10mm" for s in ["top", "right", "bottom", "left"]})
    with open(path, "rb") as file:
        if file.read(5) != b"%PDF-":
            note(look, where, "paper", "no PDF")
    printed.append(path)


def keyboard(page, look, where):
    """Presses Tab until all has been reached; what has not is told, and what does not show that it has."""
    elements = page.evaluate(MARK)
    reached = set()
    for _ in range(len(elements) + 3):
        page.keyboard.press("Tab")
        place, sign = page.evaluate(FOCUSED)
        if place >= 0 and sign.startswith("none"):
            note(look, where, "no focus ring", elements[place])
        reached.add(place)
        if len(reached - {-1}) == len(elements):
            break
    for place in sorted(set(range(len(elements))) - reached)[:5]:
        note(look, where, "not reached", elements[place])


def sign_in(page, key):
    page.goto(base + "/sign-in?to=/")
    page.get_by_role("textbox").or_(page.locator("#key")).first.fill(key)
    page.keyboard.press("Enter")
    page.wait_for_url(base + "/")


def figures(page, experiment):
    """Compares what stands on the page with what the report says."""
    request = urllib.request.Request(
        f"{base}/v1/experiments/{urllib.parse.quote(experiment, safe='')}/report", headers={"X-API-Key": read_key})
    report = json.load(urllib.request.urlopen(request))
    table = page.locator(f"table[data-metric='{report['metric']['name']}']").first
    compared = 0

    def value(row, figure):
        text = row.locator(f"[data-figure={figure}]").get_attribute("data-value")
        return None if text is None else [float(part) for part in text.split()]

    def expect(what, found, wanted):
        nonlocal compared
        compared += 1
        wanted = None if wanted is None else [float(w) for w in (wanted if isinstance(wanted, list) else [wanted])]
        if found != wanted:
            note(LOOKS[0], experiment, "figure", f"{what}: {found} on the page, {wanted} in the report")

    rows = {row.get_attribute("data-variant"): row for row in table.locator("tbody tr").all()}
    for variant in report["variants"]:
        row = rows[variant["variant"]]
        for figure in ["people", "conversions", "rate"]:
            expect(f"{variant['variant']} {figure}", value(row, figure), variant[figure])
        steps = page.locator("table[data-funnel] tr").all()
        for step, wanted in [("people", variant["people"]), ("conversions", variant["conversions"]),
                             ("actionPerformed", variant["invalidations"]["actionPerformed"]),
                             ("tipClosed", variant["invalidations"]["tipClosed"])]:
            for found in steps:
                if (found.get_attribute("data-variant"), found.get_attribute("data-step")) == (variant["variant"], step):
                    expect(f"funnel {step}", [float(found.locator("[data-value]").get_attribute("data-value"))], wanted)
    groups = {g.get_attribute("data-variant"): g for g in page.locator("svg g[data-variant]").all()}
    for comparison in report["comparisons"]:
        row = rows[comparison["variant"]]
        expect("lift", value(row, "lift"), comparison["lift"])
        expect("liftInterval", value(row, "liftInterval"), comparison["liftInterval"])
        group = groups.get(comparison["variant"])
        if group is not None and comparison["lift"] is not None:
            expect("plot", [float(group.get_attribute("data-lift"))], comparison["lift"])
        last = page.locator("circle[data-day]").all()
        for point in last:
            if point.get_attribute("data-variant") == comparison["variant"]:
                expect("last day", [float(point.get_attribute("data-lift"))], comparison["lift"])
    return compared


def listen(page, look):
    page.on("console", lambda m: note(look, page.url, "console", m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: note(look, page.url, "script", e))
    page.on("dialog", lambda d: (note(look, page.url, "dialog", d.message), d.dismiss()))
    page.on("requestfailed", lambda r: None if "ERR_ABORTED" in (r.failure or "") else note(look, page.url, "request", r.url))
    page.add_init_script("document.addEventListener('securitypolicyviolation', e => "
                           "(window.__violations = window.__violations || []).push(e.violatedDirective + ' ' + e.blockedURI))")


def crawl(page, look):
    """Goes to every page that a link leads to."""
    queue, seen, compared = ["/"], set(), 0
    while queue:
        path = queue.pop(0)
        if path in seen:
            continue
        seen.add(path)
        response = page.goto(base + path)
        if response.status != 200:
            note(look, path, "status", response.status)
            continue
        name = re.sub(r"[^A-Za-z0-9]+", "-", urllib.parse.unquote(path)).strip("-") or "home"
        inspect(page, look, path, name[:60])
        experiment = page.locator("article.experiment[data-experiment]")
        if experiment.count():
            compared += figures(page, experiment.get_attribute("data-experiment"))
        if look is LOOKS[0]:
            paper(page, look, path, name[:60])
        for link in page.locator("a[href]:not([download])").all():
            target = urllib.parse.urljoin(base + path, link.get_attribute("href"))
            if not target.startswith(base):
                note(look, path, "leads away", target)
                continue
            target = target[len(base):].split("#")[0]
            if "language=" not in target and target not in seen:
                queue.append(target)
    return seen, compared


def forms(page, look):
    """Sends the forms that change nothing, by keyboard."""
    page.goto(base + "/people")
    page.locator("#person").fill(person)
    page.keyboard.press("Enter")
    page.wait_for_selector("ol.timeline")
    inspect(page, look, "/people (found)", "person")
    if urllib.parse.quote(person) in page.url or person in page.url:
        note(look, "/people", "address", page.url)
    page.locator("form.quiet button[type=submit]").nth(1).press("Enter")
    page.wait_for_selector("section.explanation")
    inspect(page, look, "/people (why)", "person-why")
    page.goto(base + "/people")
    page.locator("#person").fill("nobody-of-this-name")
    page.keyboard.press("Enter")
    page.wait_for_selector("main .empty")
    inspect(page, look, "/people (unknown)", "person-unknown")
    page.goto(base + "/catalog")
    area = page.locator("#catalog-text")
    area.fill(area.input_value().replace('"priority"', '"priorty"') + "{")
    page.locator("form.catalog button").press("Enter")
    page.wait_for_selector("pre.bad")
    inspect(page, look, "/catalog (errors)", "catalog-errors")
    page.goto(base + "/catalog")
    area = page.locator("#catalog-text")
    area.fill(re.sub(r'"title": "', '"title": "New ', area.input_value(), count=1))
    page.locator("form.catalog button").press("Enter")
    page.wait_for_selector("pre.diff")
    page.locator("#apply summary").press("Enter")
    # The first look ends with stopping the experiment.
    if page.locator("fieldset input[name=newPhase]").count() != (1 if look is LOOKS[0] else 0):
        note(look, "/catalog", "phase", "not one box for each experiment that runs")
    inspect(page, look, "/catalog (difference)", "catalog-difference")
    response = page.goto(base + "/nothing-here")
    if response.status != 404:
        note(look, "/nothing-here", "status", response.status)
    # The browser itself says in the console that a page was not found.
    problems[:] = [p for p in problems if not (p["what"] == "console" and "404" in p["detail"])]
    inspect(page, look, "/nothing-here", "not-found")


def changes(page, look):
    """Switches a tip off and on, and stops an experiment, with a key of a session that may only read."""
    page.goto(base + "/tips")
    page.locator("tbody th a").first.press("Enter")
    page.wait_for_selector("#switch")
    for _ in range(2):
        page.locator("#switch summary").press("Enter")
        page.locator("#switch-key").fill(read_key)
        page.keyboard.press("Enter")
        page.wait_for_selector("p.notice.bad")
        problems[:] = [p for p in problems if not (p["what"] == "console" and "403" in p["detail"])]
        page.go_back()
        page.wait_for_selector("#switch")
        if page.locator("#switch[open]").count() == 0:
            page.locator("#switch summary").press("Enter")
        page.locator("#switch-key").fill(admin_key)
        page.keyboard.press("Enter")
        page.wait_for_selector("p.notice[role=status]")
    page.goto(base + "/?status=running")
    page.locator("tbody th a").first.press("Enter")
    page.wait_for_selector("#stop")
    page.locator("#stop summary").press("Enter")
    page.locator("#decision").select_option("keep")
    page.locator("#stop-key").fill(admin_key)
    page.keyboard.press("Enter")
    page.wait_for_selector("p.notice[role=status]")
    if page.locator("article[data-status=stopped]").count() != 1:
        note(look, page.url, "stop", "the experiment is not stopped")


def many(page, look):
    """Opens each page of the list and each experiment on it; every fortieth is looked at closely."""
    path, found = "/", []
    while path:
        visited.add(path)
        if page.goto(base + path).status != 200:
            note(look, path, "status", "not 200")
        inspect(page, look, path, f"list-{len(visited)}")
        found += [link.get_attribute("href") for link in page.locator("tbody th a").all()]
        following = [a.get_attribute("href") for a in page.locator("p.pages a").all()]
        path = next((a for a in reversed(following) if urllib.parse.urljoin("/", a) not in visited and a not in visited), None)
    for index, target in enumerate(found):
        response = page.goto(base + urllib.parse.urljoin("/", target))
        visited.add(target)
        if response.status != 200:
            note(look, target, "status", response.status)
        for violation in page.evaluate("() => window.__violations || []"):
            note(look, target, "policy", violation)
        if page.evaluate(WIDE) > 0:
            note(look, target, "overflow", page.evaluate(WIDE))
        if page.locator("article.experiment").count() != 1:
            note(look, target, "article", "no article")
        if index % 40 == 0:
            inspect(page, look, target, f"many-{index}")


def main():
    global compared
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for look in LOOKS:
            options = {key: look[key] for key in ["viewport", "locale", "color_scheme"]}
            context = browser.new_context(**options)
            context.set_default_timeout(120_000)
            page = context.new_page()
            listen(page, look)
            page.goto(base + "/")
            inspect(page, look, "/sign-in", "sign-in")
            sign_in(page, read_key)
            if not person:
                many(page, look)
                break
            seen, figures_compared = crawl(page, look)
            visited.update(seen)
            compared += figures_compared
            forms(page, look)
            if look is LOOKS[0]:
                changes(page, look)
            page.goto(base + "/")
            page.locator(".tools form button").press("Enter")
            page.wait_for_url(base + "/sign-in")
            if page.goto(base + "/tips").url != base + "/sign-in?to=%2Ftips":
                note(look, "/tips", "signed out", page.url)
            context.close()
        browser.close()


try:
    main()
except Exception as error:  # What was found until then is told all the same.
    problems.append({"look": "", "page": "", "what": "failed", "detail": str(error)[:900]})
print(json.dumps({"problems": problems, "pages": sorted(visited), "figures": compared, "shots": shots,
                  "printed": printed}))
