// The game on paper: its heading, its moves in lines, and diagrams where they are asked for, or of the last position.

function sheet(game, notation, set, flipped) {
    const { games } = data;
    const at = game.index;
    const about = [games.event[at], games.site[at], games.date[at], games.round[at]].filter(isKnown);
    const body = make('div', { class: 'running' });
    let next = 1;
    let depth = 0;
    let apart = true;
    let diagrams = 0;
    // A blank stands before everything but what follows a bracket.
    const add = element => {
        const follows = body.lastChild === null || body.lastChild.textContent === '(';
        body.append(follows ? '' : ' ', element);
    };
    const diagram = node => {
        if (game.board && positionAt(game, node).failed === 0) {
            diagrams++;
            const caption = node === 0 ? say('startPosition') : game.numbered(node, true) + ' ' + game.text(node, notation);
            body.append(make('figure', {}, still(game, node, set, flipped), make('figcaption', {}, caption)));
            apart = true;
        }
    };
    const move = node => {
        const number = game.numbered(node, apart);
        const nags = (game.nags.get(node) || []).filter(nag => !isDiagram(nag)).map(nag => game.sign(nag)).join('');
        add(make('span', { class: depth === 0 ? 'main' : null }, `${number}${number ? '\u00a0' : ''}`, text(game.text(node, notation)), nags));
        apart = false;
        if (game.wantsDiagram(node)) {
            diagram(node);
        }
    };
    for (const piece of game.stored.flow) {
        if (typeof piece === 'number') {
            for (const end = next + piece; next < end; next++) {
                move(next);
            }
        } else if (piece === '(' || piece === ')') {
            depth += piece === '(' ? 1 : -1;
            if (piece === '(') {
                add('(');
            } else {
                body.append(')');
            }
            apart = true;
        } else if (!Array.isArray(piece) && piece !== '=' && piece.t) {
            add(text(piece.t, 'i'));
            apart = true;
        } else if (Array.isArray(piece) && (piece[0] === '*' || piece[0] === '?')) {
            add(text(piece[1]));
        }
    }
    if (game.stored.result) {
        add(make('b', {}, text(game.stored.result)));
    }
    if (diagrams === 0) {
        const failed = game.main.findIndex(node => game.open.has(node));
        diagram(game.main[(failed === -1 ? game.main.length : failed) - 1]);
    }
    return [
        make('h1', {}, text(games.first[at] || say('unknown')), ' – ', text(games.second[at] || say('unknown'))),
        make('p', {}, about.flatMap((value, index) => [index === 0 ? null : ' · ', text(value)])),
        body,
    ];
}
