"""What the page looks like, says, and keeps out."""

import re

import pytest

SIZES = {"phone": (390, 844), "small": (320, 568), "tablet": (820, 1180), "laptop": (1280, 720), "desktop": (1920, 1080)}
BOARDS = ["chess", "xiangqi", "cescacs"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BOARDS)
def test_fits(name, size, view):
    width, height = SIZES[size]
    page = view(name, place="#game=1&ply=2", viewport={"width": width, "height": height}, is_mobile=width < 700, has_touch=width < 700)
    assert page.page.evaluate("document.documentElement.scrollWidth") <= width
    board = page.page.locator("#board svg").first.bounding_box()
    assert board["x"] >= 0 and board["x"] + board["width"] <= width
    assert board["y"] + board["height"] <= height
    assert board["width"] >= min(0.45 * width, 0.6 * height)
    controls = page.page.locator("#controls").bounding_box()
    assert controls["y"] + controls["height"] <= height
    for button in page.page.locator("#controls button").all():
        box = button.bounding_box()
        assert box["width"] >= 36 and box["x"] >= 0 and box["x"] + box["width"] <= width


def test_list_on_a_phone(view):
    page = view("chess", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    assert not page.page.is_visible("#search")
    page.page.click("#menu")
    page.page.wait_for_selector("#search", state="visible")
    page.page.click("[data-game='1']")
    page.wait_for("location.hash === '#game=2&ply=0'")
    page.page.wait_for_selector("#search", state="hidden")


def test_list_can_be_put_away(view):
    page = view("chess")
    page.page.click("#menu")
    assert not page.page.is_visible("#search")
    page.page.click("#menu")
    assert page.page.is_visible("#search")


def test_one_game_has_no_list(view):
    page = view("single")
    assert not page.page.is_visible("#list") and not page.page.is_visible("#menu")


PAIRS = """() => {
    const seen = [];
    const parse = value => value.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const ground = element => {
        for (let at = element; at; at = at.parentElement) {
            const colour = parse(getComputedStyle(at).backgroundColor);
            if (colour.length < 4 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
    };
    for (const element of document.querySelectorAll('h1, h2, .about, .move, .number, .comment, .nag, .turn, .player, #tabs button, .names, .result, #count, .badge, .message, .kind, .place, .excerpt, select')) {
        if (!element.getClientRects().length) continue;
        const [one, other] = [light(parse(getComputedStyle(element).color)), light(ground(element))].sort((a, b) => b - a);
        const contrast = (one + .05) / (other + .05);
        if (contrast < 4.5) seen.push([element.className || element.id || element.tagName, contrast]);
    }
    return seen;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["chess", "xiangqi", "cescacs", "problems"])
def test_contrast(name, scheme, view):
    page = view(name, color_scheme=scheme)
    assert page.page.evaluate(PAIRS) == []
    page.tab("problems")
    assert page.page.evaluate(PAIRS) == []


@pytest.mark.parametrize("name", BOARDS)
def test_dark_and_light_boards_differ(name, view):
    fill = "getComputedStyle(document.querySelector('#board svg path, #board svg rect')).fill"
    page = view(name, color_scheme="light")
    light = page.page.evaluate(fill)
    page.page.emulate_media(color_scheme="dark")
    dark = page.page.evaluate(fill)
    assert light != dark and light.startswith("rgb")


def test_theme_is_switched_and_kept(view):
    page = view("chess", color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.page.evaluate(ground)
    page.page.click("#theme")
    assert page.page.evaluate("document.documentElement.dataset.theme") == "light"
    page.page.click("#theme")
    assert page.page.evaluate(ground) != light
    page.page.reload()
    page.page.wait_for_selector("html[data-ready=true]")
    assert page.page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_reduced_motion(view):
    moves = "getComputedStyle(document.querySelector('.piece')).transitionDuration"
    assert view("chess").page.evaluate(moves) != "0s"
    assert view("chess", reduced_motion="reduce").page.evaluate(moves) == "0s"


LANGUAGES = {"en-US": "Moves", "ca-ES": "Jugades", "es-MX": "Jugadas", "ru-RU": "Ходы", "zh-CN": "着法", "zh-TW": "著法", "fr-FR": "Moves"}


@pytest.mark.parametrize("locale", LANGUAGES)
def test_languages_of_browsers(locale, view):
    page = view("chess", locale=locale)
    assert page.page.inner_text("#tab-moves") == LANGUAGES[locale]


@pytest.mark.parametrize("tag, word", [("en", "Share"), ("ca", "Comparteix"), ("es", "Compartir"), ("ru", "Экспорт"), ("zh-Hans", "分享"), ("zh-Hant", "分享")])
def test_language_is_switched(tag, word, view):
    page = view("mixed")
    page.page.select_option("#language", tag)
    assert page.page.inner_text("#tab-share") == word
    assert page.page.evaluate("document.documentElement.lang") == tag
    page.key("?")
    page.key("Escape")
    page.page.keyboard.press("ArrowRight")
    assert "{" not in page.page.inner_text("body")


# What some NAGs mean: a good move, zugzwang of Black, White's back rank, Black's endgame; and of Red.
MEANINGS = {
    "en": ("good move", "Black is in zugzwang", "White has a vulnerable back rank", "Black played the endgame very well", "Red has a decisive advantage"),
    "ca": ("bona jugada", "les negres estan en zugzwang", "les blanques tenen la primera fila vulnerable",
           "les negres han jugat el final molt bé", "avantatge decisiu de les vermelles"),
    "es": ("buena jugada", "las negras están en zugzwang", "las blancas tienen la primera fila vulnerable",
           "las negras han jugado el final muy bien", "ventaja decisiva de las rojas"),
    "ru": ("хороший ход", "чёрные в цугцванге", "у белых уязвимая последняя горизонталь",
           "чёрные провели эндшпиль очень хорошо", "у красных решающее преимущество"),
    "zh-Hans": ("好着", "黑方陷入楚茨文克（被迫走子）", "白方底线薄弱", "黑方残局走得很好", "红方有决定性优势"),
    "zh-Hant": ("好著", "黑方陷入楚茨文克（被迫走子）", "白方底線薄弱", "黑方殘局走得很好", "紅方有決定性優勢"),
}


@pytest.mark.parametrize("tag", MEANINGS)
def test_meanings_of_nags(tag, view):
    page = view("nags", "--lang", tag)
    titles = "[...document.querySelectorAll('.nag')].map(nag => nag.title)"
    chess = page.page.evaluate(titles)
    assert len(set(chess)) == len(chess) == 139
    assert all(title and not re.search(r"[][{}|]", title) for title in chess)
    assert (chess[0], chess[22], chess[65], chess[128]) == MEANINGS[tag][:4]
    page.open(2)
    assert page.page.evaluate(titles)[0] == MEANINGS[tag][4]


def test_language_of_the_page(view):
    assert view("chess", "--lang", "ca").page.inner_text("#tab-moves") == "Jugades"


def test_title(view):
    page = view("chess", "--title", "Some <b>games</b>")
    assert page.page.title() == "Some <b>games</b>"
    assert page.page.inner_text("h1") == "Some <b>games</b>"


@pytest.mark.parametrize("name, game, diagrams", [("chess", 1, 1), ("xiangqi", 1, 1), ("cescacs", 1, 1), ("own", 1, 1)])
def test_print(name, game, diagrams, view, folder):
    page = view(name, place=f"#game={game}&ply=0")
    page.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.page.emulate_media(media="print")
    assert not page.page.is_visible("#bar") and not page.page.is_visible("main")
    assert page.page.locator("#sheet figure").count() == diagrams
    assert page.page.locator("#sheet figure use").count() > 2
    pdf = page.page.pdf(path=folder / f"{name}.pdf")
    assert len(pdf) > 5000


def test_diagram_stands_where_it_is_asked_for(view):
    page = view("chess")
    page.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.page.emulate_media(media="print")
    assert page.page.inner_text("#sheet figcaption") == "9. Qd8+"
    assert "(5… Nxe4 6. Qxe4 Nd7 (6… Qd5" in page.page.inner_text("#sheet").replace("\u00a0", " ")


@pytest.mark.parametrize("name, spoken", [("chess", "1. e4. pawn, from e2 to e4"), ("xiangqi", "1. 炮二平五. cannon, from h2 to e2"), ("cescacs", "pawn, from H6 to H12")])
def test_moves_are_announced(name, spoken, view):
    page = view(name)
    page.key("ArrowRight")
    assert spoken in page.page.inner_text("#live")
    assert page.page.get_attribute("#live", "aria-live") == "polite"


def test_captures_and_checks_are_announced(view):
    page = view("chess", place="#game=1&ply=16")
    page.key("ArrowRight")
    assert page.page.inner_text("#live") == "9. Qd8+. queen, from d3 to d8, check"
    page.key("ArrowRight")
    assert "king, from e8 to d8, captures queen" in page.page.inner_text("#live")


@pytest.mark.parametrize("name", ["chess", "xiangqi", "cescacs", "problems", "own", "mixed"])
def test_everything_has_a_name(name, view):
    page = view(name)
    nameless = page.page.evaluate("""() => [...document.querySelectorAll('button, select, input, [role=grid], [role=listbox], [role=toolbar], [role=tablist], [role=tabpanel], nav')]
        .filter(element => element.getClientRects().length > 0)
        .filter(element => !(element.ariaLabel || element.innerText?.trim() || element.labels?.length || element.getAttribute('aria-labelledby')))
        .map(element => element.outerHTML.slice(0, 80))""")
    assert nameless == []


def test_accessibility_tree(view):
    page = view("chess")
    tree = page.page.locator("body").aria_snapshot()
    for line in ['listbox "Games"', 'grid "Board"', 'gridcell "e2: pawn (White)"', 'tab "Moves" [selected]', 'toolbar "Moves"', 'button "One move forward"', 'heading "chess.pgn" [level=1]']:
        assert line in tree, line


def test_tabs_by_keys(view):
    page = view("chess")
    page.page.focus("#tab-moves")
    page.key("ArrowRight")
    assert page.page.is_visible("#problems") and not page.page.is_visible("#moves")
    page.key("ArrowLeft", "ArrowLeft")
    assert page.page.is_visible("#share")


def test_focus_is_seen(view):
    page = view("chess")
    for _ in range(12):
        page.key("Tab")
        style = page.page.evaluate("(() => { const style = getComputedStyle(document.activeElement); return [style.outlineStyle, document.activeElement.tagName]; })()")
        assert style[0] != "none" or style[1] in ("BODY", "HTML"), style


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("tab", ["moves", "problems", "details", "share"])
def test_hostile_texts_are_texts(number, tab, view):
    page = view("hostile", place=f"#game={number}&ply=0")
    page.tab(tab)
    page.key("End")
    page.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    # Nothing of the game became an element.
    counts = page.page.evaluate("['iframe', 'img', 'a', 'b > i', 'object', 'main style', 'main script'].map(name => document.querySelectorAll(name).length)")
    assert counts == [0] * 7
    assert page.page.evaluate("document.scripts.length") == page.path.read_text(encoding="utf-8").count("<script")


def test_hostile_texts_are_shown(view):
    page = view("hostile")
    heading = page.page.inner_text("#heading")
    assert "</script><script>alert('white')</script>" in heading
    assert "%style% %data% <svg onload=alert('black')>" in heading
    assert "<img src=x onerror=\"alert('comment')\">" in page.page.inner_text("#moves")


def test_policy(view, built):
    text = built("hostile").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text).group(1)
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy and "connect-src" not in policy and "http" not in policy
    # What is not the page's own script does not run.
    page = view("chess", may_break=True)
    ran = page.page.evaluate("""async () => {
        const policy = new Promise(done => addEventListener('securitypolicyviolation', event => done(event.violatedDirective), { once: true }));
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        return [await policy, window.ran];
    }""")
    assert ran[0].startswith("script-src") and ran[1] is None
    page.wrong_is_expected = True


def test_nothing_else_is_needed(built):
    text = built("mixed").read_text(encoding="utf-8")
    shell = re.sub(r'<script type="text/plain"[^>]*>[^<]*</script>', "", text)
    links = set(re.findall(r"https?://[^\s'\"`]+", shell))
    assert links <= {"http://www.w3.org/2000/svg"}


def test_directions_of_texts(view):
    page = view("scripts")
    directions = page.page.evaluate("[...document.querySelectorAll('.comment')].map(comment => getComputedStyle(comment).direction)")
    assert directions == ["rtl", "rtl", "ltr"]
    assert page.page.evaluate("getComputedStyle(document.querySelector('.move')).direction") == "ltr"
    players = page.page.evaluate("[...document.querySelectorAll('#heading .who')].map(who => who.getBoundingClientRect().left)")
    assert players[0] < players[1]


def tables():
    """The words of each language: name and text."""
    from conftest import ROOT

    found = {}
    for path in sorted((ROOT / "crates/movetext-view/page/strings").glob("*.js")):
        for part in re.split(r"^const ", path.read_text(encoding="utf-8"), flags=re.M)[1:]:
            found[part.split()[0]] = dict(re.findall(r"'?([\w,=-]+)'?: '((?:[^'\\]|\\.)*)'", part.split("names:")[0]))
    return found


# What is written the same in these languages.
SAME = {"san", "lan", "uci", "wxf", "iccs", "ctl-an", "ctl-fan", "staunton", "cescacs"}


@pytest.mark.parametrize("name", ["catalan", "spanish", "russian", "simplified", "traditional"])
def test_tables_of_words_are_whole(name):
    english, other = tables()["english"], tables()[name]
    assert set(english) - set(other) <= SAME
    assert set(other) <= set(english)
    for word in other:
        places = re.compile(r"\{\d\}")
        forms = {tuple(sorted(places.findall(form))) for form in other[word].split("|")}
        assert forms == {tuple(sorted(places.findall(english[word].split("|")[0])))}, word


def test_every_word_that_is_said_is_there():
    from conftest import ROOT

    page = ROOT / "crates/movetext-view/page"
    text = "".join(path.read_text(encoding="utf-8") for path in [*page.glob("*.js"), page / "page.html"])
    said = set(re.findall(r"say(?:Count)?\('(\w+)'", text)) | set(re.findall(r'data-t="(\w+)"', text))
    assert said and said <= set(tables()["english"])
