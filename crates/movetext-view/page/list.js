// The list of games: of any number, only the rows that are seen are there.

const ROW = 58;

// A text as it is searched and sorted: without case and accents.
const folded = value => value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// Whether a tag says something: not `?` or `????.??.??`.
const isKnown = value => Boolean(value) && !/^[?.-]*$/.test(value);

class List {
    constructor(open) {
        this.open = open;
        this.found = [];
        this.active = 0;
        this.chosen = -1;
        this.texts = null;
        this.reversed = false;
        this.rows = byId('rows');
        this.canvas = byId('canvas');
        this.rows.addEventListener('scroll', () => this.paint());
        this.rows.addEventListener('keydown', event => this.key(event));
        this.canvas.addEventListener('click', event => {
            const row = event.target.closest('[data-game]');
            if (row) {
                this.open(Number(row.dataset.game));
            }
        });
        byId('search').addEventListener('input', () => this.find());
        byId('search').addEventListener('keydown', event => {
            if (event.key === 'Enter' && this.found.length > 0) {
                this.open(this.found[0]);
            } else if (event.key === 'ArrowDown') {
                event.preventDefault();
                this.rows.focus();
            }
        });
        for (const id of ['sort', 'variant', 'only']) {
            byId(id).addEventListener('change', () => this.find());
        }
        byId('order').addEventListener('click', () => {
            this.reversed = !this.reversed;
            byId('order').setAttribute('aria-pressed', this.reversed);
            this.find();
        });
        new ResizeObserver(() => this.paint()).observe(this.rows);
    }

    // Its words in the language of the page.
    name() {
        byId('search').placeholder = say('search');
        byId('search').setAttribute('aria-label', say('search'));
        this.rows.setAttribute('aria-label', say('games'));
        byId('list').setAttribute('aria-label', say('games'));
        const orders = ['byFile', 'byFirst', 'bySecond', 'byEvent', 'byDate', 'byResult', 'byVariant', 'byPlies', 'byProblems'];
        options(byId('sort'), orders.map(order => [order, say(order)]), byId('sort').value || 'byFile');
        byId('sort').setAttribute('aria-label', say('sort'));
        label(byId('order'), 'order', say('order'));
        const { variants, errors, warnings } = data.games;
        byId('variant').hidden = variants.length < 2;
        const names = variants.map((name, index) => [String(index), sayName(name)]);
        options(byId('variant'), [['', say('allVariants')], ...names], byId('variant').value || '');
        byId('variant').setAttribute('aria-label', say('variant'));
        byId('faulty').hidden = !errors.some(Boolean) && !warnings.some(Boolean);
        this.find();
    }

    text(game) {
        const { games } = data;
        const columns = [games.first, games.second, games.event, games.site, games.date, games.round, games.result];
        const variant = games.variants[games.variant[game]];
        return folded([...columns.map(column => column[game]), variant, sayName(variant)].join('\n'));
    }

    // Shows the games that fit what is looked for, in the order that is asked for.
    find() {
        const { games } = data;
        const words = folded(byId('search').value).split(/\s+/).filter(Boolean);
        // Not before something is looked for, so that the list is there at once.
        if (words.length > 0) {
            this.texts ??= Array.from({ length: data.count }, (_, game) => this.text(game));
        }
        const variant = byId('variant').value;
        const only = byId('only').checked;
        this.found = [];
        for (let game = 0; game < data.count; game++) {
            const fits = words.every(word => this.texts[game].includes(word))
                && (variant === '' || games.variant[game] === Number(variant))
                && (!only || games.errors[game] + games.warnings[game] > 0);
            if (fits) {
                this.found.push(game);
            }
        }
        this.sort();
        if (this.reversed) {
            this.found.reverse();
        }
        const all = sayCount('countGames', data.count);
        const found = say('countFound', this.found.length.toLocaleString(language), all);
        byId('count').textContent = data.count === 0 ? say('empty')
            : this.found.length === 0 ? say('nothing')
                : this.found.length < data.count ? found : all;
        this.active = Math.max(this.found.indexOf(this.chosen), 0);
        this.rows.scrollTop = 0;
        this.reveal();
        this.paint();
    }

    sort() {
        const { games } = data;
        const by = column => column.map(value => folded(value));
        const keys = {
            byFirst: () => by(games.first),
            bySecond: () => by(games.second),
            byEvent: () => by(games.event),
            byDate: () => games.date,
            byResult: () => games.result,
            byVariant: () => games.variant.map(index => games.variants[index]),
            byPlies: () => games.plies,
            byProblems: () => games.errors.map((count, game) => -1000 * count - games.warnings[game]),
        }[byId('sort').value]?.();
        if (keys) {
            const below = (one, other) => (keys[one] < keys[other] ? -1 : keys[one] > keys[other] ? 1 : one - other);
            this.found.sort(below);
        }
    }

    key(event) {
        const page = Math.max(Math.floor(this.rows.clientHeight / ROW) - 1, 1);
        const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
        if (event.key in steps) {
            this.active = Math.min(Math.max(this.active + steps[event.key], 0), this.found.length - 1);
            this.reveal();
            this.paint();
        } else if (event.key === 'Enter' || event.key === ' ') {
            if (this.found.length > 0) {
                this.open(this.found[this.active]);
            }
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    // Marks the game that is shown.
    choose(game) {
        this.chosen = game;
        const at = this.found.indexOf(game);
        if (at !== -1) {
            this.active = at;
            this.reveal();
        }
        this.paint();
    }

    // The game before or after the one that is shown, in the order of the list.
    neighbour(step) {
        const at = this.found.indexOf(this.chosen);
        return at === -1 ? undefined : this.found[at + step];
    }

    reveal() {
        const top = this.active * ROW;
        const { scrollTop, clientHeight } = this.rows;
        if (top < scrollTop) {
            this.rows.scrollTop = top;
        } else if (top + ROW > scrollTop + clientHeight) {
            this.rows.scrollTop = top + ROW - clientHeight;
        }
    }

    paint() {
        const first = Math.max(Math.floor(this.rows.scrollTop / ROW) - 4, 0);
        const last = Math.min(Math.ceil((this.rows.scrollTop + this.rows.clientHeight) / ROW) + 4, this.found.length);
        this.canvas.style.height = `${this.found.length * ROW}px`;
        const rows = [];
        for (let at = first; at < last; at++) {
            rows.push(this.row(at));
        }
        this.canvas.replaceChildren(...rows);
        const active = byId('row' + this.active);
        if (active) {
            this.rows.setAttribute('aria-activedescendant', active.id);
        } else {
            this.rows.removeAttribute('aria-activedescendant');
        }
    }

    row(at) {
        const { games } = data;
        const game = this.found[at];
        const player = name => text(name || say('unknown'), 'bdi', 'player');
        const about = [games.event[game], games.date[game].replace(/(\.\?\?)+$/, ''), isKnown(games.round[game]) && '#' + games.round[game]];
        if (games.variants.length > 1) {
            about.push(sayName(games.variants[games.variant[game]]));
        }
        const faults = games.errors[game] + games.warnings[game];
        const badge = faults === 0 ? null
            : make('span', { class: games.errors[game] ? 'badge error' : 'badge warning', title: sayCount('countProblems', faults) }, String(faults));
        const known = about.filter(isKnown);
        const details = known.flatMap((value, index) => [index === 0 ? null : ' · ', text(value)]);
        const row = make('div', {
            id: 'row' + at, role: 'option', class: at === this.active ? 'row active' : 'row', 'data-game': game,
            'aria-selected': game === this.chosen, 'aria-setsize': this.found.length, 'aria-posinset': at + 1,
        },
        make('span', { class: 'names' }, player(games.first[game]), ' – ', player(games.second[game])),
        text(games.result[game], 'bdi', 'result'),
        make('span', { class: 'about' }, details, known.length > 0 ? ' · ' : null, sayCount('countPlies', games.plies[game])),
        badge);
        row.style.top = `${at * ROW}px`;
        return row;
    }
}
