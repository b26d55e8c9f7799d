/** Prints the transition table for ARCHITECTURE.md, so that the page always agrees with the code. */
import { TRANSITIONS } from './states.ts';

const edges = Object.entries(TRANSITIONS).flatMap(([from, list]) => list.map((edge) => ({ from, ...edge })));
const rows = edges.map(({ from, to, cause, money }) => `| \`${from}\` → \`${to}\` | ${cause} | ${money} |`);
const terminal = Object.entries(TRANSITIONS).filter(([, list]) => list.length === 0);

process.stdout.write(
  [
    '| edge | cause | money |',
    '|---|---|---|',
    '| accept → `queued` | | available −max, held +max |',
    ...rows,
    '',
    `${terminal.map(([status]) => `\`${status}\``).join(', ')} are terminal: a trigger refuses every change of them.`,
    '',
  ].join('\n'),
);
