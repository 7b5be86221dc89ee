CREATE TABLE sources (
    id              INTEGER PRIMARY KEY,
    path            ANY     NOT NULL UNIQUE, -- absolute; a BLOB if it is not UTF-8
    content_hash    BLOB,                    -- BLAKE3 of the file; NULL until it is read to its end
    text_hash       BLOB,                    -- BLAKE3 of what it is after decompression
    prefix_hash     INTEGER NOT NULL,        -- of the first 4096 bytes of that
    bytes           INTEGER NOT NULL,        -- size of the file
    text_bytes      INTEGER,                 -- size after decompression; NULL until known
    compression     TEXT    NOT NULL,        -- none, gzip, zstd, bzip2
    encoding        TEXT    NOT NULL,        -- WHATWG name
    format          TEXT    NOT NULL,        -- pgn, pcn, xml, ...: what movetext detect calls it
    options         TEXT    NOT NULL,        -- the options that bear on what is stored
    state           TEXT    NOT NULL CHECK (state IN ('importing', 'done', 'failed')),
    next_offset     INTEGER NOT NULL,        -- of the (decompressed) source: what is before is stored
    games           INTEGER NOT NULL,
    plies           INTEGER NOT NULL,
    variation_plies INTEGER NOT NULL,
    unresolved      INTEGER NOT NULL,
    errors          INTEGER NOT NULL,
    warnings        INTEGER NOT NULL,
    error           TEXT                     -- why it could not be read to its end
) STRICT;

CREATE INDEX sources_by_content ON sources (bytes, content_hash);
CREATE INDEX sources_by_prefix ON sources (prefix_hash);
CREATE INDEX sources_unfinished ON sources (bytes) WHERE state = 'importing';

-- The text of the sources, every byte of it, in blocks that follow one another without a gap.
CREATE TABLE texts (
    id         INTEGER PRIMARY KEY,
    source_id  INTEGER NOT NULL REFERENCES sources (id),
    byte_start INTEGER NOT NULL, -- in the (decompressed) source
    byte_len   INTEGER NOT NULL,
    data       BLOB    NOT NULL  -- compressed: docs/DATABASE.md
) STRICT;

CREATE UNIQUE INDEX texts_by_place ON texts (source_id, byte_start);

-- What is needed to go on with a source whose import is not finished.
CREATE TABLE checkpoints (
    source_id   INTEGER PRIMARY KEY REFERENCES sources (id),
    hint        TEXT    NOT NULL, -- the variant to try first
    line        INTEGER NOT NULL, -- of the character at next_offset
    "column"    INTEGER NOT NULL,
    pending     INTEGER NOT NULL, -- bytes taken behind next_offset
    ahead       INTEGER NOT NULL, -- bytes looked at behind those
    ended       INTEGER NOT NULL, -- whether the end was seen
    encoding    TEXT,             -- NULL if nothing but ASCII was met
    continued   INTEGER NOT NULL, -- whether next_offset is inside a game larger than the limit
    raw_offset  INTEGER NOT NULL, -- bytes of the file that were read
    raw_hash    BLOB    NOT NULL  -- BLAKE3 of them
) STRICT;

-- The names of the tags of a game in their order, each list once.
CREATE TABLE tag_sets (
    id    INTEGER PRIMARY KEY,
    names TEXT NOT NULL UNIQUE -- JSON array of names; [name, n] where the value is the n-th of tag_values, from 0,
                               -- the name alone where it is that of a column: see the view tags
) STRICT;

CREATE TABLE games (
    id              INTEGER PRIMARY KEY,
    source_id       INTEGER NOT NULL REFERENCES sources (id),
    ordinal         INTEGER NOT NULL, -- in the source, from 1
    byte_start      INTEGER NOT NULL, -- in the (decompressed) source
    byte_len        INTEGER NOT NULL,
    variant         TEXT    NOT NULL,
    rules           TEXT,             -- the tag that names the rules, unless they are the variant's own
    first           TEXT,             -- players: White or Red, and Black
    second          TEXT,
    event           TEXT,
    site            TEXT,
    round           TEXT,
    date_raw        TEXT,             -- as written in Date, else in UTCDate
    date_from       TEXT,             -- first and last day that may be meant, as YYYY-MM-DD
    date_to         TEXT,
    eco             TEXT,
    result_raw      TEXT,             -- as written in Result, else at the end of the moves
    result          TEXT,             -- first-wins, second-wins, draw, first-stalemates,
                                      -- second-stalemates, unknown
    first_elo       INTEGER,
    second_elo      INTEGER,
    plies           INTEGER NOT NULL, -- moves played in the main line
    variation_plies INTEGER NOT NULL, -- moves played in variations
    unresolved      INTEGER NOT NULL, -- moves that could not be played
    setup           TEXT,             -- start position, if it is not the usual one
    tag_set         INTEGER NOT NULL REFERENCES tag_sets (id),
    tag_values      TEXT    NOT NULL  -- JSON array of the values that stand in no column
) STRICT;

-- The main lines of games that follow one another.
CREATE TABLE lines (
    first_game INTEGER PRIMARY KEY, -- the id of the first game
    source_id  INTEGER NOT NULL REFERENCES sources (id),
    games      INTEGER NOT NULL,    -- how many there are; their ids follow one another
    encoding   TEXT    NOT NULL,    -- of their text: WHATWG name
    data       BLOB    NOT NULL     -- packed: docs/DATABASE.md
) STRICT;

CREATE INDEX lines_by_source ON lines (source_id);

-- What is stored of the games of each variant in a source.
CREATE TABLE source_variants (
    source_id       INTEGER NOT NULL REFERENCES sources (id),
    variant         TEXT    NOT NULL,
    bytes           INTEGER NOT NULL,
    games           INTEGER NOT NULL,
    plies           INTEGER NOT NULL,
    variation_plies INTEGER NOT NULL,
    unresolved      INTEGER NOT NULL,
    errors          INTEGER NOT NULL,
    warnings        INTEGER NOT NULL,
    PRIMARY KEY (source_id, variant)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostics (
    source_id    INTEGER NOT NULL REFERENCES sources (id),
    game_ordinal INTEGER NOT NULL, -- 0: of the source itself
    code         TEXT    NOT NULL,
    severity     TEXT    NOT NULL,
    byte_start   INTEGER NOT NULL,
    byte_end     INTEGER NOT NULL,
    line         INTEGER NOT NULL,
    "column"     INTEGER NOT NULL,
    message      TEXT    NOT NULL
) STRICT;

CREATE INDEX diagnostics_by_game ON diagnostics (source_id, game_ordinal);

CREATE VIEW tags (game_id, position, name, value) AS
SELECT games.id, pair.key + 1,
    iif(pair.type = 'array', pair.value ->> 0, pair.value),
    CASE
        WHEN pair.type = 'array' THEN tag_values ->> (pair.value ->> 1)
        WHEN pair.value = 'Event' THEN event
        WHEN pair.value = 'Site' THEN site
        WHEN pair.value = 'Date' THEN date_raw
        WHEN pair.value = 'Round' THEN round
        WHEN pair.value IN ('White', 'Red') THEN first
        WHEN pair.value = 'Black' THEN second
        WHEN pair.value = 'Result' THEN result_raw
        WHEN pair.value = 'ECO' THEN eco
        WHEN pair.value = 'WhiteElo' THEN CAST(first_elo AS TEXT)
        WHEN pair.value = 'BlackElo' THEN CAST(second_elo AS TEXT)
    END
FROM games JOIN tag_sets ON tag_sets.id = tag_set, json_each(tag_sets.names) AS pair;

CREATE VIEW game_sources (game_id, path, compression, encoding, byte_start, byte_len) AS
SELECT games.id, path, compression, encoding, byte_start, byte_len
FROM games JOIN sources ON sources.id = source_id;
