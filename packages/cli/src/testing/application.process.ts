/** Plays an application in tests of the supervisor: a real process that obeys its environment. */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const {
  STAND_IN_STARTS: starts,
  STAND_IN_EXIT: exit,
  STAND_IN_SETTINGS: settings,
  STAND_IN_STUBBORN: stubborn,
  STAND_IN_ISOLATION: isolation,
} = process.env;
const { FAREBOX_METRICS_PORT: port = '0' } = process.env;

if (starts !== undefined) appendFileSync(starts, `${process.pid}\n`);
if (settings !== undefined) {
  const lines = Object.entries(process.env).filter(([name]) => name.startsWith('FAREBOX_'));
  appendFileSync(settings, lines.map((line) => `${line.join('=')}\n`).join(''));
}

const server = createServer((_, response) => response.end());
server.listen(Number(port), '127.0.0.1');
let isToldAgain = stubborn === undefined;
process.on('SIGTERM', () => {
  if (!isToldAgain) console.log(JSON.stringify({ level: 'info', msg: 'once more' }));
  else server.close();
  if (isToldAgain) server.closeAllConnections();
  isToldAgain = true;
});

// A test may send SIGTERM as soon as it reads these lines.
console.log(JSON.stringify({ level: 'info', msg: 'quiet' }));
console.log(JSON.stringify({ level: 'warn', msg: 'loud' }));
if (isolation !== undefined) console.log(JSON.stringify({ level: 'info', isolation, msg: 'working' }));
if (exit !== undefined) process.exit(Number(exit));
