-- Sorted lists of which positions stand in which games.
CREATE TABLE index_runs (
    id          INTEGER PRIMARY KEY,
    postings    INTEGER NOT NULL, -- how many pairs of a key and a game it has
    bytes       INTEGER NOT NULL, -- of its blocks
    first_block INTEGER NOT NULL, -- its blocks have ids that follow one another, from this one
    blocks      INTEGER NOT NULL, -- how many there are
    removed     INTEGER NOT NULL, -- whether it has postings of games that are not its own any more
    counted     INTEGER NOT NULL  -- whether index_positions has its frequent positions
) STRICT;

-- The games of each run.
CREATE TABLE index_games (
    first_game INTEGER PRIMARY KEY, -- the id of the first game
    games      INTEGER NOT NULL,    -- ids follow one another; blocks of lines are in one run as a whole
    run        INTEGER NOT NULL REFERENCES index_runs (id)
) STRICT;

CREATE TABLE index_blocks (
    id         INTEGER PRIMARY KEY,
    run        INTEGER NOT NULL,
    first_key  INTEGER NOT NULL, -- the first posting: the highest 40 bits of its key
    first_game INTEGER NOT NULL, -- and its game
    data       BLOB    NOT NULL  -- packed: docs/DATABASE.md
) STRICT;

CREATE UNIQUE INDEX index_blocks_by_key ON index_blocks (run, first_key, first_game);

-- What was played in positions that are in many games of a run.
CREATE TABLE index_positions (
    run      INTEGER NOT NULL,
    key      INTEGER NOT NULL, -- all 64 bits, as a signed number
    position BLOB    NOT NULL, -- the whole position: docs/DATABASE.md
    moves    BLOB    NOT NULL, -- what was played: docs/DATABASE.md
    PRIMARY KEY (run, key, position)
) STRICT, WITHOUT ROWID;
