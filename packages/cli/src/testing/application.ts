/** Stands in for an application in tests of the supervisor: a real process that does what its environment asks for. */
import { appendFileSync } from 'node:fs';

const { STAND_IN_STARTS: starts, STAND_IN_EXIT: exit } = process.env;

if (starts !== undefined) appendFileSync(starts, `${process.pid}\n`);
console.log(JSON.stringify({ level: 'info', msg: 'quiet' }));
console.log(JSON.stringify({ level: 'warn', msg: 'loud' }));
if (exit !== undefined) process.exit(Number(exit));

const work = setInterval(() => {}, 60_000);
process.once('SIGTERM', () => clearInterval(work));
