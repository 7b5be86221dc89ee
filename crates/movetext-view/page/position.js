// Positions: what stands on the squares, from the changes that each move makes. No rule of any game is known here.

// The squares behind a move, what changed last, and the move that could not be played on the way, if there is one.
function positionAt(game, node) {
    const cells = game.start()[0].slice();
    let last = 0;
    let failed = 0;
    for (const step of game.path(node)) {
        if (game.open.has(step)) {
            failed = step;
            break;
        }
        const diff = game.diff(step);
        for (let index = 0; index < diff.length; index += 2) {
            cells[diff[index]] = diff[index + 1];
        }
        last = step;
    }
    return { cells, last, failed };
}

// Where a move begins and ends.
function endsOf(game, node) {
    const jump = game.stored.jump?.[node];
    if (jump) {
        return jump;
    }
    const diff = node === 0 ? [] : game.diff(node);
    return diff.length >= 4 ? [diff[0], diff[2]] : [];
}

// The board as it is written in positions of its game.
function boardText({ labelled, rows, letters }, cells) {
    const texts = rows.map(([name, squares]) => {
        let row = '';
        let empty = 0;
        for (const square of squares) {
            if (cells[square] === 0) {
                empty++;
                continue;
            }
            row += (empty || '') + letters[cells[square]];
            empty = 0;
        }
        const bare = empty === squares.length;
        row += empty || '';
        return labelled ? (bare ? '' : `${name}:${row}/`) : row;
    });
    return labelled ? '/' + texts.join('') : texts.join('/');
}

// The position as FEN or PDTL; empty where there is none.
function positionText(game, node) {
    const { cells, last } = positionAt(game, node);
    const rest = game.rest(last);
    if (!game.board || rest === '') {
        return '';
    }
    return rest[0] === '=' ? rest.slice(1) : `${boardText(game.board.assembly, cells)} ${rest}`;
}

// A piece in words.
function pieceName(board, code) {
    const piece = board.pieces[code];
    const side = board.sides[piece.side];
    return sayName(piece.name) + (side ? ` (${sayName(side)})` : '');
}

// A move in words.
function moveInWords(game, node) {
    const before = positionAt(game, game.prev[node]).cells;
    const [from, to] = endsOf(game, node);
    const board = game.board;
    if (from === undefined || !before[from]) {
        return '';
    }
    const words = [sayName(board.pieces[before[from]].name), say('from', board.names[from], board.names[to])];
    if (before[to] && to !== from && board.pieces[before[to]].side !== board.pieces[before[from]].side) {
        words.push(`${say('captures')} ${sayName(board.pieces[before[to]].name)}`);
    }
    if (game.checks.has(node)) {
        words.push(say('inCheck'));
    }
    return words.join(', ');
}
