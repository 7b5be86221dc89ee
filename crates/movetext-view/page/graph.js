// The evaluation of the main line as a graph, where the comments say it.

const GRAPH = [600, 90];

// Between 0 and 1, as likely as the first side wins.
function share([value, isMate]) {
    const pawns = isMate ? Math.sign(value) * 12 : value / 100;
    return 1 / (1 + Math.exp(-0.37 * pawns));
}

class Graph {
    constructor(place, go) {
        this.place = place;
        this.go = go;
    }

    show(game) {
        const points = game ? game.main.map((node, ply) => [ply, game.evaluation(node)]).filter(([, value]) => value) : [];
        this.place.hidden = points.length < 2;
        if (this.place.hidden) {
            this.place.replaceChildren();
            this.game = null;
            return;
        }
        this.game = game;
        const [width, height] = GRAPH;
        const last = Math.max(game.main.length - 1, 1);
        this.x = ply => (width * ply) / last;
        const at = ([ply, value]) => `${this.x(ply).toFixed(1)} ${(height * (1 - share(value))).toFixed(1)}`;
        const line = points.map(at).join('L');
        const area = `M${this.x(points[0][0])} ${height}L${line}L${this.x(points[points.length - 1][0])} ${height}Z`;
        this.cursor = draw('line', { class: 'cursor', y1: 0, y2: height });
        this.dot = draw('circle', { class: 'dot', r: 4 });
        const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': say('evaluation') },
            draw('rect', { class: 'ground', width, height }),
            draw('path', { class: 'area', d: area }),
            draw('line', { class: 'middle', x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
            draw('path', { class: 'curve', d: 'M' + line }),
            this.cursor, this.dot);
        svg.addEventListener('click', event => {
            const box = svg.getBoundingClientRect();
            const ply = Math.round((last * (event.clientX - box.left)) / box.width);
            this.go(game.main[Math.min(Math.max(ply, 0), last)]);
        });
        this.value = make('span', { class: 'value' });
        this.place.replaceChildren(svg, this.value);
    }

    mark(node) {
        const { game } = this;
        if (!game) {
            return;
        }
        // In a variation: where it leaves the main line.
        while (!game.isMain(node)) {
            node = game.prev[node];
        }
        const x = this.x(game.ply[node]);
        this.cursor.setAttribute('x1', x);
        this.cursor.setAttribute('x2', x);
        const value = game.evaluation(node);
        this.dot.setAttribute('cx', x);
        this.dot.setAttribute('cy', value ? GRAPH[1] * (1 - share(value)) : -20);
        this.value.textContent = value ? showEvaluation(value) : '';
    }
}
