// chessops: PGN and FEN of chess.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// What goes wrong here is no verdict.
process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(101);
});

// The library is where the command is run.
const load = (name) => import(pathToFileURL(resolve('node_modules/chessops/dist/esm', `${name}.js`)));
const { parsePgn, startingPosition } = await load('pgn');
const { parseSan, makeSan } = await load('san');
const { parseFen, makeFen } = await load('fen');
const { makeSquare } = await load('util');
const { castlingSide, Chess } = await load('chess');

const { SUITE_VARIANT, SUITE_FORMAT, SUITE_FORM } = process.env;
const end = (code) => process.exit(code);
if (SUITE_VARIANT !== 'chess' || SUITE_FORM === 'export') end(77);
const bytes = readFileSync(0);
let text = new TextDecoder('utf-8').decode(bytes);
if (text.includes('\ufffd')) text = new TextDecoder('latin1').decode(bytes);

const accept = (claims, outcome) => {
  process.stdout.write(JSON.stringify({ claims: ['verdict', ...claims], ...outcome }), () => end(0));
};

const step = (position, move) => {
  const made = { text: makeSan(position, move), from: makeSquare(move.from) };
  const side = castlingSide(position, move);
  made.to = side ? (side === 'h' ? 'g' : 'c') + made.from[1] : makeSquare(move.to);
  if (move.promotion) made.promotion = { queen: 'q', rook: 'r', bishop: 'b', knight: 'n' }[move.promotion];
  return made;
};

const line = (children, position) => {
  const moves = [];
  while (children.length) {
    const [first, ...others] = children;
    const read = (node, from) => {
      const move = parseSan(from, node.data.san);
      if (!move) end(1);
      const made = step(from, move);
      made.nags = (node.data.nags ?? []).slice().sort((a, b) => a - b);
      made.comments = node.data.comments ?? [];
      const after = from.clone();
      after.play(move);
      return [made, after];
    };
    const [made, after] = read(first, position);
    made.variations = others.map((other) => {
      const [head, next] = read(other, position);
      return { comments: other.data.startingComments ?? [], moves: [head, ...line(other.children, next)] };
    });
    moves.push(made);
    position = after;
    children = first.children;
  }
  return moves;
};

if (SUITE_FORMAT === 'pgn') {
  const games = [];
  for (const game of parsePgn(text, () => new Map())) {
    const start = startingPosition(game.headers);
    if (start.isErr) end(1);
    games.push({
      comments: game.comments ?? [],
      moves: line(game.moves.children, start.value),
    });
  }
  accept(['moves', 'tree'], { games });
} else if (SUITE_FORMAT === 'positions') {
  const positions = [];
  for (const [index, fen] of text.split('\n').filter((one) => one.trim()).entries()) {
    const setup = parseFen(fen);
    if (setup.isErr) end(1);
    if (Chess.fromSetup(setup.value).isErr) end(1);
    positions.push({ game: index + 1, ply: 0, fen: makeFen(setup.value) });
  }
  accept(['positions'], { positions });
} else end(77);
