// The words of the page. Each language has a table of them; a word that one lacks is English.

// What is chosen is kept by the browser where it lets pages from files do that.
const settings = {
    get(name) {
        try {
            return localStorage.getItem('movetext-' + name);
        } catch {
            return null;
        }
    },
    set(name, value) {
        try {
            localStorage.setItem('movetext-' + name, value);
        } catch {
            // It holds as long as the page is open.
        }
    },
};

const LANGUAGES = {
    'en': ['English', english],
    'ca': ['Català', catalan],
    'es': ['Español', spanish],
    'ru': ['Русский', russian],
    'zh-Hans': ['简体中文', simplified],
    'zh-Hant': ['繁體中文', traditional],
};

let language = 'en';

// The language that somebody wants, of those that the page speaks.
function languageFor(tag) {
    const lower = tag.toLowerCase();
    if (lower.startsWith('zh')) {
        return /hant|-tw|-hk|-mo/.test(lower) ? 'zh-Hant' : 'zh-Hans';
    }
    return Object.keys(LANGUAGES).find(known => known === lower.split('-')[0]);
}

function chooseLanguage(given) {
    const kept = settings.get('language');
    const wanted = [kept, given, ...(navigator.languages || [navigator.language])];
    const known = wanted.filter(Boolean).map(languageFor).filter(Boolean);
    language = known[0] || 'en';
}

const word = name => LANGUAGES[language][1][name] ?? english[name] ?? name;

const fit = (form, ...values) => form.replace(/\{(\d)\}/g, (_, index) => values[index] ?? '');

// A word or sentence; `{0}` stands for what it is about.
const say = (name, ...values) => fit(word(name), ...values);

// The name of a piece or of a side, which variants have in English.
function sayName(name) {
    return LANGUAGES[language][1].names[name] ?? name;
}

// A number with its noun: `one|many`, in Russian `one|few|many`.
function sayCount(name, count) {
    const forms = word(name).split('|');
    const number = count.toLocaleString(language);
    let form = count === 1 ? 0 : forms.length - 1;
    if (forms.length === 3) {
        const rule = new Intl.PluralRules(language).select(count);
        form = rule === 'one' ? 0 : rule === 'few' ? 1 : 2;
    }
    return forms[Math.min(form, forms.length - 1)].replace('{0}', number);
}

// All that a text with choices says: `a[b|c]d` stands for `abd` and `acd`.
function spread(form) {
    const [whole, before, choices, after] = /^([^[]*)\[([^\]]*)\](.*)$/.exec(form) || [];
    return whole === undefined ? [form] : choices.split('|').flatMap(choice => spread(before + choice + after));
}

// The NAGs from this one on concern a side: even ones the first, odd ones the second.
const PAIRED = 14;
// Meanings by language, spread.
const meanings = {};

// What a NAG means, if anything; it may be about a side of the board.
function sayNag(nag, board) {
    const { nags, namesOf } = LANGUAGES[language][1];
    const known = data.nagSigns.get(nag)?.meaning || '';
    const all = meanings[language] ??= (nags || []).flatMap(spread);
    const at = nag < PAIRED ? nag - 1 : PAIRED - 1 + Math.floor((nag - PAIRED) / 2);
    const side = (board?.sides || ['White', 'Black'])[nag % 2];
    return fit((known && all[at]) || known, sayName(side), namesOf?.[side] ?? sayName(side));
}
