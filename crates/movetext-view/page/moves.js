// The moves: those of the main line in two columns, with variations and comments between them. All lines stand side
// by side in the document, however deeply they are nested; only their indentation tells.

const DEEPEST = 6;
// So many blocks are laid out at a time.
const CHUNK = 60;

class Moves {
    constructor(place, go) {
        this.place = place;
        this.buttons = [];
        place.addEventListener('click', event => {
            const button = event.target.closest('[data-node]');
            if (button) {
                go(Number(button.dataset.node));
            }
        });
    }

    show(game, notation) {
        this.game = game;
        this.notation = notation;
        this.buttons = [];
        this.current = null;
        const blocks = game ? this.blocks() : [];
        const chunks = [];
        for (let at = 0; at < blocks.length; at += CHUNK) {
            chunks.push(make('div', { class: 'chunk' }, ...blocks.slice(at, at + CHUNK)));
        }
        if (game && game.count === 0) {
            chunks.push(make('p', { class: 'quiet' }, say('noMoves')));
        }
        this.place.replaceChildren(...chunks);
    }

    button(node) {
        const { game, notation } = this;
        const open = game.open.has(node);
        const button = make('button', { type: 'button', class: open ? 'move open' : 'move', 'data-node': node, tabindex: -1, dir: open ? 'auto' : 'ltr' },
            game.text(node, notation));
        for (const nag of game.nags.get(node) || []) {
            button.append(this.nag(nag));
        }
        const clock = game.clock(node);
        if (clock) {
            button.append(make('span', { class: 'time' }, clock));
        }
        return this.buttons[node] = button;
    }

    nag(nag) {
        const title = sayNag(nag, this.game.board) || (isDiagram(nag) ? say('diagram') : null);
        return make('span', { class: nag <= 6 ? 'nag nag' + nag : 'nag', title }, this.game.sign(nag));
    }

    // Line ends in comments are chance, unless a line is empty.
    remark(remark) {
        const paragraphs = (remark.t || '').split(/\n\s*\n/).map(paragraph => paragraph.replace(/\s*\n\s*/g, ' '));
        return remark.t ? text(paragraphs.join('\n'), 'bdi', 'comment') : null;
    }

    // A piece of movetext that is no move.
    other(piece) {
        if (piece === '=') {
            return make('span', { class: 'note', title: say('drawOffer') }, '(=)');
        }
        if (Array.isArray(piece)) {
            const [kind, value] = piece;
            return kind === '#' ? make('span', { class: 'label' }, `$[${value}]`)
                : kind === '*' ? text(value, 'bdi', 'note')
                    : kind === '?' ? text(value, 'bdi', 'stray') : null;
        }
        return this.remark(piece);
    }

    blocks() {
        const { game } = this;
        const blocks = [];
        let next = 1;
        let depth = 0;
        // What is being filled: a row of the main line, or a line of text.
        let row = null;
        let line = null;
        let apart = true;
        const mainMove = node => {
            const second = game.mover(node) === 1;
            if (row === null || !second || row.full) {
                const number = make('span', { class: 'number' }, game.number(node) + '.');
                row = { element: make('div', { class: 'pair' }, number), full: false };
                if (second) {
                    row.element.append(make('span', { class: 'gap' }, '…'));
                }
                blocks.push(row.element);
            }
            row.element.append(this.button(node));
            row.full = second;
            line = null;
        };
        const lineOf = kind => {
            if (line === null) {
                line = make('div', { class: `${kind} depth${Math.min(depth, DEEPEST)}` });
                blocks.push(line);
                row = null;
                apart = true;
            }
            return line;
        };
        const lineMove = node => {
            const number = game.numbered(node, apart);
            const into = lineOf('variation');
            if (number) {
                into.append(make('span', { class: 'number' }, number));
            }
            into.append(this.button(node), ' ');
            apart = false;
        };
        for (const piece of game.stored.flow) {
            if (typeof piece === 'number') {
                for (const end = next + piece; next < end; next++) {
                    (depth === 0 ? mainMove : lineMove)(next);
                }
            } else if (piece === '(' || piece === ')') {
                depth += piece === '(' ? 1 : -1;
                line = null;
                if (piece === '(') {
                    lineOf('variation');
                } else if (depth > 0) {
                    apart = true;
                }
            } else {
                const element = this.other(piece);
                if (element) {
                    lineOf(depth === 0 ? 'remark' : 'variation').append(element, ' ');
                    apart = true;
                }
            }
        }
        if (game.stored.result) {
            row = line = null;
            depth = 0;
            blocks.push(make('div', { class: 'outcome' }, text(game.stored.result)));
        }
        return blocks.filter(block => block.childNodes.length > 0);
    }

    // Marks the move that the board shows.
    mark(node) {
        this.current?.removeAttribute('aria-current');
        this.current?.setAttribute('tabindex', -1);
        this.current = this.buttons[node] || null;
        if (!this.current) {
            this.buttons[1]?.setAttribute('tabindex', 0);
            this.place.scrollTop = 0;
            return;
        }
        this.buttons[1]?.setAttribute('tabindex', -1);
        this.current.setAttribute('aria-current', 'true');
        this.current.setAttribute('tabindex', 0);
        const outer = this.place.getBoundingClientRect();
        const inner = this.current.getBoundingClientRect();
        if (inner.top < outer.top + 30 || inner.bottom > outer.bottom - 30) {
            this.place.scrollTop += inner.top - outer.top - outer.height / 2;
        }
    }
}
