// What stands beside the moves: problems, tags, positions and files.

const TABS = ['moves', 'problems', 'details', 'share'];

class Panels {
    constructor(app) {
        this.app = app;
        this.chosen = 'moves';
        byId('tabs').addEventListener('keydown', event => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (step) {
                event.preventDefault();
                event.stopPropagation();
                const at = TABS.indexOf(this.chosen) + step;
                this.choose(TABS[(at + TABS.length) % TABS.length]);
                byId('tab-' + this.chosen).focus();
            }
        });
    }

    name() {
        byId('tabs').setAttribute('aria-label', say('details'));
        byId('tabs').replaceChildren(...TABS.map(tab => make('button', {
            type: 'button', role: 'tab', id: 'tab-' + tab, 'aria-controls': tab, onclick: () => this.choose(tab),
        }, say(tab))));
        for (const tab of TABS) {
            byId(tab).setAttribute('aria-labelledby', 'tab-' + tab);
        }
        this.choose(this.chosen);
    }

    choose(chosen) {
        this.chosen = chosen;
        for (const tab of TABS) {
            byId(tab).hidden = tab !== chosen;
            byId('tab-' + tab).setAttribute('aria-selected', tab === chosen);
            byId('tab-' + tab).setAttribute('tabindex', tab === chosen ? 0 : -1);
        }
        this.app.shown?.();
    }

    // What concerns the game as a whole.
    show(game) {
        const problems = game?.stored.problems || [];
        const own = data.problems.filter(([source]) => !game || source === data.games.source[game.index]);
        const tab = byId('tab-problems');
        tab.replaceChildren(say('problems'));
        const count = problems.length + own.length;
        if (count > 0) {
            const isError = [...problems, ...own.map(([, problem]) => problem)].some(([severity]) => severity === 2);
            tab.append(' ', make('span', { class: isError ? 'badge error' : 'badge warning' }, String(count)));
        }
        byId('problems').replaceChildren(
            ...problems.map(problem => this.problem(problem)),
            ...(own.length > 0 ? [make('h3', {}, say('sourceProblems')), ...own.map(([source, problem]) => this.problem(problem, source))] : []),
            ...(count === 0 ? [make('p', { class: 'quiet' }, say('noProblems'))] : []));
        byId('details').replaceChildren(...(game ? this.tags(game) : []));
        byId('heading').replaceChildren(...(game ? this.heading(game) : []));
    }

    heading(game) {
        const { games } = data;
        const at = game.index;
        const player = (name, side) => make('span', { class: 'who side' + side }, text(name || say('unknown')));
        const round = isKnown(games.round[at]) ? '#' + games.round[at] : '';
        const about = [games.event[at], games.site[at], games.date[at].replace(/(\.\?\?)+$/, ''), round].filter(isKnown);
        const variant = sayName(games.variants[games.variant[at]]);
        return [
            make('h2', {}, player(games.first[at], 0), make('span', { class: 'score' }, text(games.result[at] || '*')), player(games.second[at], 1)),
            make('p', { class: 'about' }, [...about, variant].flatMap((value, index) => [index === 0 ? null : ' · ', text(value)])),
        ];
    }

    problem([severity, code, message, line, column, excerpt, node, help, requirements, number], source) {
        const kind = ['info', 'warning', 'error'][severity];
        const { game } = this.app;
        const goes = source === undefined ? node >= 0 : number > 0;
        const go = () => {
            if (source !== undefined) {
                const all = data.games.ordinal.findIndex((ordinal, at) => ordinal === number && data.games.source[at] === source);
                if (all !== -1) {
                    this.app.open(all);
                }
            } else if (goes && game) {
                this.app.go(node);
            }
        };
        const place = say('place', line, column) + (source !== undefined && number > 0 ? ` · ${say('ofGame', number)}` : '');
        return make(goes ? 'button' : 'div', { type: goes ? 'button' : null, class: `problem ${kind}`, 'data-code': code, onclick: go },
            make('span', { class: 'kind' }, say(kind), ' ', make('code', {}, code)),
            text(message, 'span', 'message'),
            excerpt ? make('code', { class: 'excerpt', dir: 'auto' }, excerpt[0], make('mark', {}, excerpt[1] || '\u200b'), excerpt[2]) : null,
            make('span', { class: 'place' }, place, requirements.length > 0 ? ` · ${requirements.join(', ')}` : ''),
            help ? text(help, 'span', 'advice') : null);
    }

    tags(game) {
        const { games } = data;
        const row = (name, value) => make('tr', {}, text(name, 'th'), text(value, 'td'));
        const source = games.sources[games.source[game.index]];
        const rows = game.stored.tags.map(([name, value]) => row(name, value));
        const own = [row(say('source'), source || ''), row(say('numberInSource'), String(games.ordinal[game.index]))];
        return [
            rows.length > 0 ? make('table', { class: 'tags' }, make('tbody', {}, ...rows)) : make('p', { class: 'quiet' }, say('noTags')),
            make('table', { class: 'tags own' }, make('tbody', {}, ...own)),
        ];
    }

    // What concerns the position.
    position(game, node) {
        if (this.chosen !== 'share' || !game) {
            return;
        }
        const position = positionText(game, node);
        const title = `${data.games.first[game.index]} ${data.games.second[game.index]}`;
        const field = (id, name, value) => {
            const input = make('input', { id, readonly: true, dir: 'ltr', spellcheck: 'false' });
            input.value = value;
            const button = make('button', { type: 'button', class: 'copy', 'data-copies': id }, say('copy'));
            button.addEventListener('click', () => this.copy(input, button));
            return make('div', { class: 'field' }, make('label', { for: id }, name), make('div', {}, input, button));
        };
        const name = data.games.source[game.index] === undefined ? '' : data.games.sources[data.games.source[game.index]];
        const isRecord = !game.stored.text.trimStart().startsWith('{');
        const extension = isRecord ? (/\.ctl-pgn$/.exec(name) || ['.pgn'])[0] : '.pcn';
        const button = (id, words, act) => make('button', { type: 'button', id, class: 'wide', onclick: act }, say(words));
        const files = [
            button('save-game', 'game', () => download(fileName(title, extension), 'text/plain;charset=utf-8', game.stored.text)),
            position ? button('save-position', 'positionFile', () => download(fileName(title, '.' + game.board.setup.toLowerCase()), 'text/plain;charset=utf-8', position + '\n')) : null,
            game.board ? button('save-picture', 'picture', () => download(fileName(title, '.svg'), 'image/svg+xml', this.app.picture())) : null,
            button('print', 'print', () => window.print()),
        ];
        byId('share').replaceChildren(
            ...(position ? [field('position', `${say('position')} (${game.board.setup})`, position)] : []),
            field('link', say('link'), location.href.split('#')[0] + this.app.hash()),
            make('h3', {}, say('downloads')),
            make('div', { class: 'files' }, ...files.filter(Boolean)));
    }

    // Pages from files may have no clipboard to write to; then the selection is copied.
    async copy(input, button) {
        input.select();
        let done = false;
        try {
            await navigator.clipboard.writeText(input.value);
            done = true;
        } catch {
            done = document.execCommand('copy');
        }
        if (done) {
            button.textContent = say('copied');
            setTimeout(() => {
                button.textContent = say('copy');
            }, 1500);
        }
    }
}
