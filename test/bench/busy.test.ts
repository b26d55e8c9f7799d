/** On a machine too busy to complete one request during a measurement, the benchmark reports this in a sentence and continues. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '@farebox/testing';
import { expect, test } from 'vitest';
import { runWrk, type Sample } from './load/wrk.ts';
import { reportOf } from './report.ts';

const hasWrk = findProgram('wrk', 'install the package wrk.') !== null;

const reportOn = (run: () => Promise<Sample>) =>
  reportOf({ ours: { title: 'poll', processes: {}, run }, floors: [] }, 1);

test.skipIf(!hasWrk)(
  'a server that completes no request during its measurement is reported, and the run continues',
  async () => {
    const sockets: Socket[] = [];
    await using server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await using directory = await mkdtempDisposable(join(tmpdir(), 'farebox-busy-'));
    const paths = join(directory.path, 'paths');
    writeFileSync(paths, '/tools/executions/any\n');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const load = { url, script: 'poll.lua', args: [paths, 'key'], connections: 4, seconds: 1 } as const;
    const report = await reportOn(() => runWrk(load));
    expect(report).toEqual({
      text: `poll: not measured, because ${url} did nothing in 1 s: this machine is too busy for so short a time; give it more --seconds`,
      isMeasured: false,
    });
    for (const socket of sockets) socket.destroy();
  },
);

test('any other failure ends the run', async () => {
  await expect(reportOn(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
});
