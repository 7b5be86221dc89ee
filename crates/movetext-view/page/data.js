// What the page holds: a list, and blocks of games that are unpacked when one of their games is opened.

async function unpack(base64) {
    const raw = atob(base64);
    const bytes = new Uint8Array(raw.length);
    for (let index = 0; index < raw.length; index++) {
        bytes[index] = raw.charCodeAt(index);
    }
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return JSON.parse(await new Response(stream).text());
}

// An element that may be still to come, whole: something stands behind it, or the page has been read.
async function arrived(id) {
    for (;;) {
        const element = byId(id);
        if (element && (element.nextElementSibling || document.readyState !== 'loading')) {
            return element;
        }
        if (document.readyState !== 'loading') {
            throw new Error(id);
        }
        await new Promise(done => setTimeout(done, 20));
    }
}

const data = {
    // Blocks that were unpacked, the last one used last.
    blocks: new Map(),
    MOST: 6,

    async load() {
        Object.assign(this, await unpack(byId('index').textContent));
        let first = 0;
        this.firsts = this.sizes.map(size => {
            first += size;
            return first - size;
        });
        this.count = first;
        this.nagSigns = new Map(this.nags.map(([nag, sign, meaning]) => [nag, { sign, meaning }]));
    },

    // A game by its place in the list, as it is stored.
    async game(index) {
        let block = this.firsts.length - 1;
        while (this.firsts[block] > index) {
            block--;
        }
        let games = this.blocks.get(block);
        if (!games) {
            games = arrived('block' + block).then(element => unpack(element.textContent));
        }
        this.blocks.delete(block);
        this.blocks.set(block, games);
        if (this.blocks.size > this.MOST) {
            this.blocks.delete(this.blocks.keys().next().value);
        }
        return (await games)[index - this.firsts[block]];
    },
};
