// The page: what is shown of which game, and what keys, pointers and addresses do to it.

const THEMES = ['auto', 'light', 'dark'];
const PACE = 1200;

const app = {
    game: null,
    node: 0,
    flipped: false,
    timer: null,
    theme: 'auto',

    async begin() {
        await data.load();
        chooseLanguage(data.lang);
        document.documentElement.classList.add('ready');
        data.colours.forEach(([light, dark], index) => {
            document.documentElement.style.setProperty('--b' + index, `light-dark(${light}, ${dark})`);
        });
        this.board = new Board(byId('board'));
        this.moves = new Moves(byId('moves'), node => this.go(node));
        this.graph = new Graph(byId('graph'), node => this.go(node));
        this.panels = new Panels(this);
        this.list = new List(index => this.open(index));
        this.shown = () => this.panels.position(this.game, this.node);
        this.chooseTheme(settings.get('theme') || 'auto');
        this.listen();
        const many = data.count > 1;
        byId('list').hidden = !many;
        byId('menu').hidden = !many;
        document.documentElement.classList.toggle('single', !many);
        this.name();
        if (data.count > 0) {
            await this.follow(true);
        } else {
            byId('count').textContent = say('empty');
            byId('heading').replaceChildren(make('p', { class: 'quiet' }, say('empty')));
            this.panels.show(null);
        }
        performance.mark('ready');
        document.documentElement.dataset.ready = 'true';
    },

    // All words, in the language of the page.
    name() {
        document.documentElement.lang = language;
        for (const element of document.querySelectorAll('[data-t]')) {
            element.textContent = say(element.dataset.t);
        }
        byId('title').replaceChildren(text(data.title));
        label(byId('menu'), 'menu', say('openList'));
        label(byId('help'), 'help', say('help'));
        this.chooseTheme(this.theme);
        options(byId('language'), Object.entries(LANGUAGES).map(([tag, [title]]) => [tag, title]), language);
        this.controls();
        this.list.name();
        this.panels.name();
        this.help();
        if (this.game) {
            this.present();
        }
    },

    controls() {
        const button = (id, act) => make('button', { type: 'button', id, class: 'icon', onclick: act });
        const all = [
            button('previous', () => this.neighbour(-1)), button('start', () => this.go(0)), button('back', () => this.back()),
            button('play', () => this.play()), button('forward', () => this.forward()), button('end', () => this.end()),
            button('flip', () => this.flip()), button('next', () => this.neighbour(1)),
        ];
        byId('controls').replaceChildren(...all.filter(({ id }) => data.count > 1 || (id !== 'previous' && id !== 'next')));
        byId('controls').setAttribute('aria-label', say('moves'));
        for (const { id } of byId('controls').children) {
            label(byId(id), id, say({ previous: 'previousGame', next: 'nextGame' }[id] || id));
        }
        this.playing(this.timer !== null);
    },

    help() {
        const keys = [
            ['← →', 'keyBack'], ['Home End', 'keyEnds'], ['↑ ↓', 'keyVariations'], ['␣', 'keyPlay'], ['f', 'keyFlip'],
            ['/', 'keySearch'], ['p n', 'keyGames'], ['?', 'keyHelp'],
        ];
        const rows = keys.map(([key, what]) => make('tr', {}, make('th', {}, ...key.split(' ').map(one => make('kbd', {}, one))), make('td', {}, say(what))));
        const close = make('button', { type: 'button', class: 'icon', onclick: () => byId('keys').close() });
        label(close, 'close', say('close'));
        byId('keys').setAttribute('aria-label', say('keys'));
        byId('keys').replaceChildren(close, make('h2', {}, say('keys')), make('table', {}, make('tbody', {}, ...rows)),
            make('p', {}, say('keyBoard')), make('p', {}, say('keyWheel')), make('p', { class: 'quiet' }, say('about')));
    },

    chooseTheme(theme) {
        this.theme = THEMES.includes(theme) ? theme : 'auto';
        const root = document.documentElement;
        if (this.theme === 'auto') {
            delete root.dataset.theme;
        } else {
            root.dataset.theme = this.theme;
        }
        const name = { auto: 'themeAuto', light: 'themeLight', dark: 'themeDark' }[this.theme];
        label(byId('theme'), this.theme, say(name));
    },

    listen() {
        byId('theme').addEventListener('click', () => {
            this.chooseTheme(THEMES[(THEMES.indexOf(this.theme) + 1) % THEMES.length]);
            settings.set('theme', this.theme);
        });
        byId('help').addEventListener('click', () => byId('keys').showModal());
        byId('menu').addEventListener('click', () => this.toggleList());
        byId('language').addEventListener('change', event => {
            language = event.target.value;
            settings.set('language', language);
            this.list.texts = null;
            this.name();
        });
        byId('notation').addEventListener('change', event => {
            settings.set('notation-' + this.game.stored.board, event.target.value);
            this.present();
        });
        byId('pieces').addEventListener('change', event => {
            settings.set('pieces-' + this.game.stored.board, event.target.value);
            this.present();
        });
        addEventListener('keydown', event => this.key(event));
        addEventListener('hashchange', () => this.follow(false));
        addEventListener('beforeprint', () => this.prepareSheet());
        this.listenToBoard();
    },

    // The wheel, and fingers that swipe.
    listenToBoard() {
        const place = byId('board');
        let turned = 0;
        place.addEventListener('wheel', event => {
            if (event.ctrlKey || !this.game) {
                return;
            }
            event.preventDefault();
            turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
            if (Math.abs(turned) >= 40) {
                if (turned > 0) {
                    this.forward();
                } else {
                    this.back();
                }
                turned = 0;
            }
        }, { passive: false });
        let began = null;
        place.addEventListener('touchstart', event => {
            const [touch] = event.changedTouches;
            began = event.touches.length === 1 ? [touch.clientX, touch.clientY] : null;
        }, { passive: true });
        place.addEventListener('touchend', event => {
            if (began === null) {
                return;
            }
            const [touch] = event.changedTouches;
            const [x, y] = [touch.clientX - began[0], touch.clientY - began[1]];
            if (Math.abs(x) > 30 && Math.abs(x) > 1.5 * Math.abs(y)) {
                if (x < 0) {
                    this.forward();
                } else {
                    this.back();
                }
            }
        }, { passive: true });
    },

    key(event) {
        const { target } = event;
        const writes = target.matches?.('input:not([type=checkbox]), select, textarea');
        if (event.ctrlKey || event.metaKey || event.altKey || byId('keys').open) {
            return;
        }
        if (writes) {
            if (event.key === 'Escape') {
                target.blur();
            }
            return;
        }
        const acts = {
            ArrowLeft: () => this.back(), ArrowRight: () => this.forward(), Home: () => this.go(0), End: () => this.end(),
            ArrowUp: () => this.alternative(-1), ArrowDown: () => this.alternative(1),
            f: () => this.flip(), '/': () => this.search(), '?': () => byId('keys').showModal(),
            p: () => this.neighbour(-1), n: () => this.neighbour(1), Escape: () => this.toggleList(false),
        };
        const act = event.key === ' ' && !target.matches?.('button:not(.move), a, [role=tab]') ? () => this.play() : acts[event.key];
        if (act) {
            event.preventDefault();
            act();
        }
    },

    search() {
        if (data.count > 1) {
            this.toggleList(true);
            byId('search').focus();
            byId('search').select();
        }
    },

    // On narrow windows the list lies over the rest; else it can be put away.
    toggleList(shown) {
        const root = document.documentElement;
        const narrow = matchMedia('(max-width: 1100px)').matches;
        const kind = narrow ? 'list-open' : 'list-shut';
        const isShown = root.classList.contains(kind) === narrow;
        const wanted = shown ?? !isShown;
        if (shown === false && !narrow) {
            return;
        }
        root.classList.toggle(kind, wanted === narrow);
        label(byId('menu'), 'menu', say(wanted ? 'closeList' : 'openList'));
        byId('menu').setAttribute('aria-expanded', wanted);
        this.list.paint();
        this.list.reveal();
    },

    // Goes where the address points to: `#game=3&ply=17`, in variations `#game=3&move=40`.
    async follow(first) {
        const words = new URLSearchParams(location.hash.slice(1));
        const number = Number(words.get('game') || 1);
        const index = Number.isInteger(number) ? Math.min(Math.max(number, 1), data.count) - 1 : 0;
        if (!first && location.hash === this.hash()) {
            return;
        }
        if (!this.game || this.game.index !== index) {
            await this.open(index, words);
        } else {
            this.go(this.nodeOf(words));
        }
    },

    nodeOf(words) {
        const { game } = this;
        const inside = (value, most) => Math.min(Math.max(Math.trunc(Number(value)) || 0, 0), most);
        if (words?.has('move')) {
            return inside(words.get('move'), game.count);
        }
        return game.main[inside(words?.get('ply'), game.main.length - 1)];
    },

    hash() {
        const { game, node } = this;
        if (!game) {
            return '';
        }
        const place = game.isMain(node) ? `ply=${game.ply[node]}` : `move=${node}`;
        return `#game=${game.index + 1}&${place}`;
    },

    async open(index, words) {
        this.stop();
        const asked = this.asked = index;
        const stored = await data.game(index);
        // Meanwhile another one may have been asked for.
        if (this.asked !== asked) {
            return;
        }
        this.game = new Game(stored, index);
        this.node = this.nodeOf(words);
        this.list.choose(index);
        if (matchMedia('(max-width: 1100px)').matches) {
            this.toggleList(false);
        }
        this.present();
    },

    neighbour(step) {
        const index = this.list.neighbour(step);
        if (index !== undefined) {
            this.open(index);
        }
    },

    // The notation that was chosen for such games; else the one that this game is written in, else the usual one.
    notationOf(game) {
        const known = this.notations(game).map(([name]) => name);
        const kept = settings.get('notation-' + game.stored.board);
        if (known.includes(kept)) {
            return kept;
        }
        const { written = {} } = game.stored;
        const { moves } = game;
        if (!game.board || moves.length < 2) {
            return known[0];
        }
        const seen = game.main.slice(1, 13).filter(node => !game.open.has(node));
        const bare = value => value.replace(/[+#]+$/, '');
        const fits = notation => seen.filter(node => bare(game.text(node, notation)) === bare(written[node] ?? moves[0][node - 1])).length;
        const best = game.board.notations.map(notation => [fits(notation), notation]);
        const most = Math.max(...best.map(([count]) => count));
        return best.find(([count]) => count === most)[1];
    },

    notations(game) {
        const own = (game.board ? game.board.notations : ['']).map(name => [name, say(name || 'standard')]);
        if (game.board && Object.keys(game.board.figurines).length > 0) {
            own.splice(1, 0, ['figurine', say('figurine')]);
        }
        return game.stored.written ? [...own, ['written', say('asWritten')]] : own;
    },

    // The set of pieces that was chosen for such boards; in Chinese, that of the language.
    setOf(game) {
        const sets = game.board?.sets || [];
        const kept = settings.get('pieces-' + game.stored.board) || (language === 'zh-Hans' ? 'simplified' : '');
        return sets.find(({ name }) => name === kept) || sets[0];
    },

    // Shows the game from its heading to its position.
    present() {
        const { game } = this;
        this.notation = this.notationOf(game);
        this.set = this.setOf(game);
        options(byId('notation'), this.notations(game), this.notation);
        options(byId('pieces'), (game.board?.sets || []).map(({ name }) => [name, say(name)]), this.set?.name);
        byId('notation').parentElement.hidden = this.notations(game).length < 2;
        byId('pieces').parentElement.hidden = !(game.board?.sets.length > 1);
        this.moves.show(game, this.notation);
        this.graph.show(game);
        this.panels.show(game);
        this.update(false);
        document.documentElement.dataset.shown = game.index + 1;
    },

    go(node) {
        this.stop();
        this.show(node);
    },

    show(node) {
        if (this.game && node !== this.node) {
            this.node = node;
            this.update(true);
        }
    },

    back() {
        if (this.game) {
            this.go(this.game.prev[this.node]);
        }
    },

    forward() {
        const next = this.game ? this.game.next[this.node] : -1;
        if (next !== -1) {
            this.go(next);
        }
    },

    end() {
        if (this.game) {
            this.go(this.game.lineEnd(this.node));
        }
    },

    // Another move in the place of the one that is shown.
    alternative(step) {
        const { game, node } = this;
        if (game) {
            const all = game.alternatives(node);
            const at = all.indexOf(node) + step;
            if (at >= 0 && at < all.length) {
                this.go(all[at]);
            }
        }
    },

    flip() {
        this.flipped = !this.flipped;
        if (this.game) {
            this.update(false);
        }
    },

    play() {
        if (this.timer !== null) {
            this.stop();
            return;
        }
        if (!this.game) {
            return;
        }
        if (this.game.next[this.node] === -1) {
            this.show(0);
        }
        const step = () => {
            const next = this.game.next[this.node];
            if (next === -1) {
                this.stop();
                return;
            }
            this.show(next);
            this.timer = setTimeout(step, PACE);
        };
        this.timer = setTimeout(step, PACE / 3);
        this.playing(true);
    },

    stop() {
        if (this.timer !== null) {
            clearTimeout(this.timer);
            this.timer = null;
            this.playing(false);
        }
    },

    playing(playing) {
        label(byId('play'), playing ? 'pause' : 'play', say(playing ? 'pause' : 'play'));
        byId('play').setAttribute('aria-pressed', playing);
    },

    // Shows the position.
    update(announces) {
        const { game, node } = this;
        this.board.show(game, node, this.set, this.flipped);
        this.moves.mark(node);
        this.graph.mark(node);
        this.panels.position(game, node);
        this.plates();
        const { failed } = positionAt(game, node);
        byId('notice').hidden = failed === 0 || !game.board;
        byId('notice').replaceChildren(failed === 0 ? '' : say('notPlayed', game.text(failed, this.notation)));
        const ends = { start: node === 0, back: node === 0, forward: game.next[node] === -1, end: game.next[node] === -1 };
        for (const [id, isEnd] of Object.entries(ends)) {
            byId(id).setAttribute('aria-disabled', isEnd);
        }
        if (announces) {
            this.announce();
        }
        try {
            history.replaceState(null, '', this.hash());
        } catch {
            // Some browsers do not let pages from files do that.
        }
    },

    announce() {
        const { game, node } = this;
        if (node === 0) {
            byId('live').textContent = say('startPosition');
            return;
        }
        const words = game.board && !game.open.has(node) ? moveInWords(game, node) : '';
        byId('live').textContent = `${game.numbered(node, true)} ${game.text(node, this.notation)}. ${words}`;
    },

    // Who plays, above and below the board: names, whose turn it is, clocks, pieces in hand.
    plates() {
        const { game, node } = this;
        const { games } = data;
        const names = [games.first[game.index], games.second[game.index]];
        // Of the position that is shown: where a move cannot be played, that before it.
        const { failed } = positionAt(game, node);
        const turn = (game.stored.turn + game.ply[failed === 0 ? node : game.prev[failed]]) % 2;
        const sides = game.board?.sides || [];
        const clockOf = side => {
            for (let at = node; at !== 0; at = game.prev[at]) {
                const clock = game.mover(at) === side && game.clock(at);
                if (clock) {
                    return clock;
                }
            }
            return null;
        };
        const hands = game.stored.hands?.[node];
        [['above', this.flipped ? 0 : 1], ['below', this.flipped ? 1 : 0]].forEach(([id, side]) => {
            const clock = clockOf(side);
            const hand = (hands?.[side] || []).map(([code, count]) => `${game.board.pieces[code].name} ×${count}`).join(', ');
            const known = sides[side] ? sayName(sides[side]) : '';
            byId(id).replaceChildren(
                make('span', { class: `stone side${side} ${sides[side] || ''}`, 'aria-hidden': 'true' }),
                text(names[side] || known || say('unknown'), 'bdi', 'player'),
                turn === side && game.board ? make('span', { class: 'turn' }, say('toMove', known)) : '',
                hand ? text(`${say('inHand')}: ${hand}`, 'span', 'hand') : '',
                clock ? make('span', { class: 'clock', title: say('clock') }, clock) : '');
        });
    },

    // The board as a file: with the colours that it has now.
    picture() {
        const svg = still(this.game, this.node, this.set, this.flipped);
        const [width, height] = this.game.board.size;
        svg.setAttribute('xmlns', SVG);
        svg.setAttribute('width', width);
        svg.setAttribute('height', height);
        const used = new Set([...svg.querySelectorAll('use')].map(use => use.getAttribute('href').slice(1)));
        const symbols = [...picture(this.set.symbols).childNodes].filter(node => used.has(node.id));
        svg.prepend(draw('defs', {}, ...symbols));
        const dark = getComputedStyle(document.documentElement).colorScheme.includes('dark')
            && (this.theme === 'dark' || (this.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches));
        const paint = { last: 'fill:#e8b93a;fill-opacity:.55', 'last lines': 'fill:none;stroke:#d8392b;stroke-width:6', coloured: 'fill-opacity:.62', check: 'fill:#d8392b;fill-opacity:.62', arrow: 'fill-opacity:.78' };
        for (const element of svg.querySelectorAll('[class]')) {
            if (paint[element.getAttribute('class')]) {
                for (const [name, value] of paint[element.getAttribute('class')].split(';').map(one => one.split(':'))) {
                    element.setAttribute(name, value);
                }
            }
        }
        const markup = new XMLSerializer().serializeToString(svg);
        return markup.replace(/var\(--b(\d+)\)/g, (_, index) => data.colours[index][dark ? 1 : 0]);
    },

    prepareSheet() {
        if (this.game) {
            byId('sheet').replaceChildren(...sheet(this.game, this.notation, this.set, this.flipped));
        }
    },
};

app.begin();
