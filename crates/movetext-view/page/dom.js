// Elements. Texts of games become text nodes and nothing else, so nothing in them is ever markup.

const byId = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith('on')) {
            node.addEventListener(name.slice(2), value);
        } else if (value === true && !name.startsWith('aria-')) {
            node.setAttribute(name, '');
        } else if (value !== null && value !== undefined && (value !== false || name.startsWith('aria-'))) {
            node.setAttribute(name, value);
        }
    }
    node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ''));
    return node;
}

// An element with attributes and children; `onclick` and the like are listeners.
const make = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

// A text of a game. Its direction is its own and concerns nothing around it.
const text = (value, name = 'bdi', kind = null) => make(name, { dir: 'auto', class: kind }, value);

const ICONS = {
    menu: 'M4 6h16M4 12h16M4 18h16',
    start: 'M6 5v14M19 6l-9 6 9 6z',
    back: 'M16 5l-8 7 8 7z',
    play: 'M8 5l11 7-11 7z',
    pause: 'M8 5v14M16 5v14',
    forward: 'M8 5l8 7-8 7z',
    end: 'M18 5v14M5 6l9 6-9 6z',
    flip: 'M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3',
    previous: 'M14 6l-6 6 6 6M19 6l-6 6 6 6',
    next: 'M10 6l6 6-6 6M5 6l6 6-6 6',
    help: 'M9 9a3 3 0 1 1 4.2 2.8c-.9.4-1.2 1-1.2 2.2M12 17.5v.5',
    auto: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
    light: 'M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
    dark: 'M19 14.5A8 8 0 0 1 9.5 5a8 8 0 1 0 9.5 9.5z',
    order: 'M8 5v14m0 0l-3-3m3 3l3-3M16 19V5m0 0l-3 3m3-3l3 3',
    close: 'M6 6l12 12M18 6L6 18',
};

const icon = name => draw('svg', { viewBox: '0 0 24 24', class: 'glyph ' + name, 'aria-hidden': 'true' }, draw('path', { d: ICONS[name] }));

// Gives a button its picture, and its name for pointers and screen readers.
function label(button, name, title) {
    button.replaceChildren(icon(name));
    button.title = title;
    button.setAttribute('aria-label', title);
}

function options(select, pairs, chosen) {
    select.replaceChildren(...pairs.map(([value, title]) => make('option', { value }, title)));
    select.value = chosen;
}

// Offers data as a file.
function download(name, type, data) {
    const url = URL.createObjectURL(new Blob([data], { type }));
    const link = make('a', { href: url, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// A name that any system takes for a file.
const fileName = (title, extension) => (title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '').slice(0, 80) || 'game') + extension;
