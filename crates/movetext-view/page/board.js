// Boards: pictures by movetext, with pieces and marks on them.

const MARKS = { R: '#d0342c', G: '#2f8f46', B: '#2f6fc0', Y: '#dba511', O: '#e2791d', C: '#1f9fae', M: '#a2459f', P: '#a2459f' };
const PIECE_SIZE = { squares: 100, points: 96, hexagons: 80 };
const HALF = { squares: [50, 50], points: [50, 50], hexagons: [50, 43.3] };

// Markup made by movetext as SVG: it holds nothing of any game.
function picture(markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, 'image/svg+xml');
    const group = draw('g');
    group.append(...[...parsed.documentElement.childNodes].map(node => document.importNode(node, true)));
    return group;
}

const emptyBoard = (board, set, flipped) => picture(board.pictures[set.boards[flipped ? 1 : 0]]);

function outline(cells, [x, y]) {
    const [w, h] = HALF[cells];
    if (cells === 'hexagons') {
        return `M${x - w} ${y}L${x - w / 2} ${y - h}L${x + w / 2} ${y - h}L${x + w} ${y}L${x + w / 2} ${y + h}L${x - w / 2} ${y + h}z`;
    }
    return `M${x - w} ${y - h}h${2 * w}v${2 * h}h${-2 * w}z`;
}

// Four corners around a point.
function corners([x, y]) {
    const corner = ([right, down]) => {
        const [at, to] = [x + right * 49, y + down * 49];
        return `M${at - right * 15} ${to}H${at}V${to - down * 15}`;
    };
    return [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join('');
}

function arrow([x, y], [toX, toY]) {
    const length = Math.max(Math.hypot(toX - x, toY - y), 1);
    const [right, down] = [(toX - x) / length, (toY - y) / length];
    const at = (along, aside) => `${(x + right * along - down * aside).toFixed(1)} ${(y + down * along + right * aside).toFixed(1)}`;
    const [tip, neck] = [length - 4, length - 40];
    return `M${at(14, 7)}L${at(neck, 7)}L${at(neck, 21)}L${at(tip, 0)}L${at(neck, -21)}L${at(neck, -7)}L${at(14, -7)}Z`;
}

// The symbols of a set, once in the document, whatever boards use them.
function defineSymbols(set) {
    const id = 'set-' + set.ids.find(Boolean);
    if (!byId(id)) {
        const defs = draw('svg', { id, class: 'symbols', 'aria-hidden': 'true', width: 0, height: 0 }, draw('defs'));
        defs.firstChild.append(...picture(set.symbols).childNodes);
        document.body.append(defs);
    }
}

// Where the middle of a square is, for whoever is at the bottom.
function centre(board, flipped, square) {
    const [x, y] = board.centres[square];
    return flipped ? [board.size[0] - x, board.size[1] - y] : [x, y];
}

// What is marked below the pieces: the last move, coloured squares, check.
function marksOf(game, node, flipped) {
    const { board } = game;
    const at = square => centre(board, flipped, square);
    const marks = [];
    const isPoints = board.cells === 'points';
    const ends = node === 0 ? [] : endsOf(game, node);
    if (ends.length > 0) {
        const d = ends.map(square => (isPoints ? corners(at(square)) : outline(board.cells, at(square)))).join('');
        marks.push(draw('path', { d, class: isPoints ? 'last lines' : 'last' }));
    }
    const spot = (square, kind, colour) => {
        const [x, y] = at(square);
        return isPoints
            ? draw('circle', { cx: x, cy: y, r: 51, class: kind, fill: colour })
            : draw('path', { d: outline(board.cells, [x, y]), class: kind, fill: colour });
    };
    for (const remark of game.remarks.get(node) || []) {
        for (const [colour, square] of remark.s || []) {
            marks.push(spot(square, 'coloured', MARKS[colour] || '#6b7280'));
        }
    }
    if (game.checks.has(node)) {
        const side = (game.stored.turn + game.ply[node]) % 2;
        const { cells } = positionAt(game, node);
        const kings = cells.flatMap((code, square) => {
            const piece = board.pieces[code];
            return piece && piece.royal && piece.side === side ? [square] : [];
        });
        if (kings.length === 1) {
            marks.push(spot(kings[0], 'check', null));
        }
    }
    return marks;
}

function arrowsOf(game, node, flipped) {
    const arrows = (game.remarks.get(node) || []).flatMap(remark => remark.a || []);
    const at = square => centre(game.board, flipped, square);
    return arrows.filter(([, from, to]) => from !== to).map(([colour, from, to]) =>
        draw('path', { d: arrow(at(from), at(to)), class: 'arrow', fill: MARKS[colour] || '#6b7280' }));
}

// A piece on a square.
function pieceOn(board, set, flipped, code, square) {
    const size = PIECE_SIZE[board.cells];
    const [x, y] = centre(board, flipped, square);
    const use = draw('use', { href: '#' + set.ids[code], width: size, height: size, x: -size / 2, y: -size / 2 });
    const group = draw('g', { class: 'piece' }, use);
    group.style.transform = `translate(${x}px, ${y}px)`;
    return group;
}

// The board of a position as a picture that does not change.
function still(game, node, set, flipped) {
    const { board } = game;
    const { cells, last } = positionAt(game, node);
    defineSymbols(set);
    const svg = draw('svg', { viewBox: `0 0 ${board.size[0]} ${board.size[1]}`, class: 'diagram', role: 'img' });
    svg.append(emptyBoard(board, set, flipped), ...marksOf(game, last, flipped));
    cells.forEach((code, square) => {
        if (code !== 0) {
            const piece = pieceOn(board, set, flipped, code, square);
            piece.setAttribute('transform', piece.style.transform.replaceAll('px', ''));
            piece.removeAttribute('style');
            svg.append(piece);
        }
    });
    svg.append(...arrowsOf(game, last, flipped));
    return svg;
}

// The board of the page: pieces that move, and squares that can be gone through.
class Board {
    constructor(place) {
        this.place = place;
        this.key = '';
        this.cells = [];
        this.pieces = new Map();
    }

    show(game, node, set, flipped) {
        const { board } = game;
        if (!board) {
            this.key = '';
            this.place.replaceChildren(text(say('noBoard'), 'p', 'blank'));
            return;
        }
        const key = [game.stored.board, set.name, flipped, language].join();
        if (key !== this.key) {
            this.key = key;
            this.build(board, set, flipped);
        }
        const { cells, last } = positionAt(game, node);
        this.move(board, set, flipped, cells);
        this.marks.replaceChildren(...marksOf(game, last, flipped));
        this.arrows.replaceChildren(...arrowsOf(game, last, flipped));
        this.grid.forEach((cell, square) => {
            const what = cells[square] ? pieceName(board, cells[square]) : say('emptySquare');
            cell.setAttribute('aria-label', `${board.names[square]}: ${what}`);
        });
    }

    build(board, set, flipped) {
        defineSymbols(set);
        const [width, height] = board.size;
        const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' });
        this.marks = draw('g');
        this.layer = draw('g', { class: 'pieces' });
        this.arrows = draw('g');
        svg.append(emptyBoard(board, set, flipped), this.marks, this.layer, this.arrows);
        this.pieces.clear();
        this.cells = [];
        this.place.replaceChildren(svg, this.squares(board, flipped));
        byId('stage').style.setProperty('--aspect', width / height);
    }

    // The squares as rows of cells, for the keyboard and for screen readers.
    squares(board, flipped) {
        const [width, height] = board.size;
        const rows = new Map();
        const places = board.centres.map((_, square) => centre(board, flipped, square));
        places.forEach(([x, y], square) => {
            const row = Math.round(y * 10);
            rows.set(row, [...(rows.get(row) || []), [x, square]]);
        });
        const sorted = [...rows].sort(([one], [other]) => one - other).map(([, row]) => row.sort(([one], [other]) => one - other));
        this.grid = [];
        this.rows = sorted.map(row => row.map(([, square]) => square));
        this.places = places;
        const [w, h] = HALF[board.cells];
        const cell = square => {
            const element = make('div', { role: 'gridcell', tabindex: -1, 'data-square': square });
            const [x, y] = places[square];
            element.style.left = `${(100 * (x - w)) / width}%`;
            element.style.top = `${(100 * (y - h)) / height}%`;
            element.style.width = `${(200 * w) / width}%`;
            element.style.height = `${(200 * h) / height}%`;
            this.grid[square] = element;
            return element;
        };
        const grid = make('div', { role: 'grid', class: 'grid', 'aria-label': say('board') },
            ...this.rows.map(row => make('div', { role: 'row' }, ...row.map(cell))));
        const first = this.rows[this.rows.length - 1]?.[0];
        this.grid[first]?.setAttribute('tabindex', 0);
        grid.addEventListener('keydown', event => this.step(event));
        return grid;
    }

    // The arrow keys go to the nearest square in their direction.
    step(event) {
        const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
        const direction = directions[event.key];
        const square = Number(event.target.dataset?.square);
        if (!direction || Number.isNaN(square)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
        const [x, y] = this.places[square];
        let best = null;
        this.places.forEach(([toX, toY], other) => {
            const along = (toX - x) * direction[0] + (toY - y) * direction[1];
            const aside = Math.abs((toX - x) * direction[1]) + Math.abs((toY - y) * direction[0]);
            const far = along + 2 * aside;
            if (along > 20 && aside < along * 1.8 && (best === null || far < best[0])) {
                best = [far, other];
            }
        });
        if (best) {
            event.target.setAttribute('tabindex', -1);
            this.grid[best[1]].setAttribute('tabindex', 0);
            this.grid[best[1]].focus();
        }
    }

    // Puts the pieces where they stand. One that came from where the same piece is gone moves there.
    move(board, set, flipped, cells) {
        const gone = new Map();
        this.cells.forEach((code, square) => {
            if (code !== 0 && code !== cells[square]) {
                const free = gone.get(code) || [];
                free.push(this.pieces.get(square));
                gone.set(code, free);
                this.pieces.delete(square);
            }
        });
        cells.forEach((code, square) => {
            if (code === 0 || code === this.cells[square]) {
                return;
            }
            let piece = gone.get(code)?.pop();
            if (piece) {
                const [x, y] = centre(board, flipped, square);
                piece.style.transform = `translate(${x}px, ${y}px)`;
            } else {
                piece = pieceOn(board, set, flipped, code, square);
                this.layer.append(piece);
            }
            this.pieces.set(square, piece);
        });
        for (const pieces of gone.values()) {
            pieces.forEach(piece => piece.remove());
        }
        this.cells = cells;
    }
}
