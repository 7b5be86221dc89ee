// kokopu: PGN and FEN of chess.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// What goes wrong here is no verdict.
process.on('uncaughtException', (error) => {
  console.error(error);
  process.exit(101);
});

// The library is where the command is run.
const require = createRequire(process.cwd() + '/');
const { pgnRead, Position, exception } = require('kokopu');

const { SUITE_VARIANT, SUITE_FORMAT, SUITE_FORM } = process.env;
const end = (code) => process.exit(code);
if (SUITE_VARIANT !== 'chess' || SUITE_FORM === 'export') end(77);
const bytes = readFileSync(0);
let text = new TextDecoder('utf-8').decode(bytes);
if (text.includes('\ufffd')) text = new TextDecoder('latin1').decode(bytes);

const accept = (claims, outcome) => {
  process.stdout.write(JSON.stringify({ claims: ['verdict', ...claims], ...outcome }), () => end(0));
};

const move = (node) => {
  const position = node.positionBefore();
  const descriptor = position.notation(node.notation());
  const made = { text: node.notation(), from: descriptor.from(), to: descriptor.to() };
  if (descriptor.isPromotion()) made.promotion = descriptor.promotion();
  return made;
};

const line = (variation) =>
  variation.nodes().map((node) => {
    const made = move(node);
    made.nags = node.nags();
    made.comments = node.comment() === undefined ? [] : [node.comment()];
    made.variations = node.variations().map((other) => ({
      comments: other.comment() === undefined ? [] : [other.comment()],
      moves: line(other),
    }));
    return made;
  });

if (SUITE_FORMAT === 'pgn') {
  let database;
  const games = [];
  const positions = [];
  try {
    database = pgnRead(text);
    for (let index = 0; index < database.gameCount(); index++) {
      const game = database.game(index);
      const main = game.mainVariation();
      const words = { '1-0': '1-0', '0-1': '0-1', '1/2-1/2': '1/2-1/2' };
      games.push({
        comments: main.comment() === undefined ? [] : [main.comment()],
        moves: line(main),
        result: words[game.result()] ?? '*',
      });
      const fen = { fullMoveNumber: game.initialFullMoveNumber() };
      positions.push({ game: index + 1, ply: 0, fen: game.initialPosition().fen(fen) });
    }
  } catch (error) {
    if (error instanceof exception.InvalidPGN) end(1);
    throw error;
  }
  accept(['moves', 'tree'], { games, positions });
} else if (SUITE_FORMAT === 'positions') {
  try {
    for (const fen of text.split('\n').filter((one) => one.trim())) new Position('regular', fen);
  } catch (error) {
    if (error instanceof exception.InvalidFEN) end(1);
    throw error;
  }
  accept([], {});
} else end(77);
