/**
 * Runs in a container in test/e2e: a worker with a secret in its environment, which finds its isolation and runs the
 * probe inside. Imports only Node's own modules and files beside it, because the image contains nothing else.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findIsolation } from '../isolation/isolation.ts';
import { stdioInside } from '../isolation/stdio.ts';

const PROBE = fileURLToPath(new URL('./probe.process.ts', import.meta.url));
const isolation = findIsolation();
const server = createServer((socket) => socket.destroy());
await once(server.listen(0, '127.0.0.1'), 'listening');
const { port } = server.address() as AddressInfo;
const secretFile = join(mkdtempSync(join(tmpdir(), 'secret-')), 'secret');
writeFileSync(secretFile, 'of another project');
const directory = mkdtempSync(join(tmpdir(), 'own-'));
const targets = [String(process.pid), String(port), secretFile, join(directory, 'made')];
const [command, ...args] = isolation.around({
  command: [process.execPath, PROBE, ...targets],
  slot: 0,
  directory,
  readable: [dirname(PROBE)],
});
const child = stdioInside(isolation, ['ignore', 'pipe', 'inherit'], (stdio) =>
  spawn(command, args, { env: {}, stdio }),
);
const said = await text(child.stdout!);
server.close();
console.log(JSON.stringify({ kind: isolation.kind, closed: isolation.closed, ...(JSON.parse(said) as object) }));
