// A game: its moves as a tree whose nodes are numbered in the order of the text, 0 being the start. Each move comes
// from the position of its `prev`; `next` is the move that follows in the same line.

class Game {
    constructor(stored, index) {
        this.stored = stored;
        this.index = index;
        this.board = stored.board ? data.boards[stored.board] : null;
        const count = this.count = stored.back.length;
        // Texts are lines, of which the last one has an end, too.
        this.moves = stored.moves.map(lines => lines.split('\n'));
        this.rests = stored.rest.split('\n');
        this.diffs = new Int32Array(count + 2);
        this.prev = new Int32Array(count + 1);
        this.next = new Int32Array(count + 1).fill(-1);
        this.ply = new Int32Array(count + 1);
        this.variations = new Map();
        this.begins = new Set(stored.begin);
        for (let node = 1; node <= count; node++) {
            const prev = this.prev[node] = node - stored.back[node - 1];
            this.ply[node] = this.ply[prev] + 1;
            this.diffs[node + 1] = this.diffs[node] + 2 * stored.changed[node - 1];
            if (!this.begins.has(node) && this.next[prev] === -1) {
                this.next[prev] = node;
            } else {
                const others = this.variations.get(prev) || [];
                others.push(node);
                this.variations.set(prev, others);
            }
        }
        this.main = [0];
        for (let node = this.next[0]; node !== -1; node = this.next[node]) {
            this.main.push(node);
        }
        this.open = new Set(stored.open);
        this.checks = new Set(stored.check);
        this.remarks = new Map();
        this.nags = new Map();
        this.attach();
        this.firstNumber = this.readNumber();
    }

    // What is said of each move: its comments and NAGs.
    attach() {
        let next = 1;
        let at = 0;
        const lines = [];
        const add = (map, node, value) => map.set(node, [...(map.get(node) || []), value]);
        for (const piece of this.stored.flow) {
            if (typeof piece === 'number') {
                at = next + piece - 1;
                next += piece;
            } else if (piece === '(') {
                lines.push(at);
                at = null;
            } else if (piece === ')') {
                at = lines.pop() ?? 0;
            } else if (piece[0] === '$' && at !== null) {
                add(this.nags, at, piece[1]);
            } else if (piece[0] === '^') {
                add(this.nags, next, piece[1]);
            } else if (!Array.isArray(piece) && typeof piece === 'object') {
                add(this.remarks, at ?? next, piece);
            }
        }
    }

    // The number of the first move, which the position says at its end.
    readNumber() {
        const words = this.rest(0).split(' ');
        const number = Number(words[words.length - 1]);
        return this.board && Number.isInteger(number) && number > 0 ? number : 1;
    }

    // The side that makes a move: 0 or 1.
    mover(node) {
        return (this.stored.turn + this.ply[node] - 1) % 2;
    }

    number(node) {
        return this.firstNumber + Math.floor((this.stored.turn + this.ply[node] - 1) / 2);
    }

    start() {
        return this.stored.start || (this.board && this.board.start) || [[], ''];
    }

    // The squares that a move changes, each with what stands there then.
    diff(node) {
        return this.stored.diff.slice(this.diffs[node], this.diffs[node + 1]);
    }

    // How the text of a position ends.
    rest(node) {
        return node === 0 ? this.start()[1] : this.rests[node - 1];
    }

    // The moves that may be played in the place of one, itself included: first the line around it.
    alternatives(node) {
        if (node === 0) {
            return [0];
        }
        const prev = this.prev[node];
        const first = this.next[prev] === -1 ? [] : [this.next[prev]];
        return [...first, ...(this.variations.get(prev) || [])];
    }

    // The moves from the start to a node.
    path(node) {
        const path = [];
        for (; node !== 0; node = this.prev[node]) {
            path.push(node);
        }
        return path.reverse();
    }

    // The last move of the line that a node is in.
    lineEnd(node) {
        while (this.next[node] !== -1) {
            node = this.next[node];
        }
        return node;
    }

    isMain(node) {
        return this.main[this.ply[node]] === node;
    }

    // A move in a notation: one of the board's, `written` or `figurine`.
    text(node, notation) {
        const { moves } = this;
        const { written } = this.stored;
        const first = moves[0] ? moves[0][node - 1] : '';
        if (this.open.has(node)) {
            return first;
        }
        if (notation === 'written') {
            return (written && written[node]) ?? first;
        }
        if (notation === 'figurine') {
            return first.replace(/[A-Z]/g, letter => this.board.figurines[letter] || letter);
        }
        const index = this.board ? this.board.notations.indexOf(notation) : 0;
        return (index > 0 && moves[index][node - 1]) || first;
    }

    // The number of a move with its dots, where something stands before it.
    numbered(node, always) {
        const second = this.mover(node) === 1;
        return second && !always ? '' : this.number(node) + (second ? '…' : '.');
    }

    sign(nag) {
        return data.nagSigns.get(nag)?.sign || (isDiagram(nag) ? '▦' : '$' + nag);
    }

    // What the remarks of a move say of clocks and evaluation.
    clock(node) {
        const clocks = (this.remarks.get(node) || []).flatMap(remark => remark.c || []);
        return (clocks.find(([name]) => name === 'clk') || clocks.find(([name]) => name === 'mct'))?.[1];
    }

    evaluation(node) {
        return (this.remarks.get(node) || []).map(remark => remark.e).find(Boolean);
    }

    // Whether a diagram is to be printed behind a move.
    wantsDiagram(node) {
        return (this.nags.get(node) || []).some(isDiagram)
            || (this.remarks.get(node) || []).some(remark => remark.d);
    }
}

// Chess programs ask for a diagram by these two.
const isDiagram = nag => nag === 220 || nag === 221;

// An evaluation as people write it.
function showEvaluation([value, isMate]) {
    if (isMate) {
        return '#' + value;
    }
    return (value < 0 ? '−' : '+') + (Math.abs(value) / 100).toFixed(2);
}
