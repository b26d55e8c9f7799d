import { resolve } from 'node:path';
import { findProgram, runProcess } from '@farebox/testing';
import { expect, test } from 'vitest';
import { PEER_NAMES } from './peers/peer.ts';

const programs = [
  findProgram('wrk', 'install the package wrk.'),
  findProgram('pgbench', 'install the package postgresql.'),
  findProgram('redis-server', 'install the package redis-server.'),
];
const missing = programs.includes(null);

/** Few connections: on a busy machine 64 of them take longer to open than a measurement lasts. */
const SHORT = ['--rounds', '1', '--seconds', '3', '--connections', '8', '--throw-away'];

async function bench(...args: string[]): Promise<string> {
  const main = resolve(import.meta.dirname, 'main.ts');
  return await runProcess({ command: [process.execPath, main, ...SHORT, ...args] });
}

test.skipIf(missing)('the benchmark measures every case against its floor and finds the money right', async () => {
  const stdout = await bench();
  for (const title of ['paid no-op', 'poll', 'accept', 'accept, one hot project']) {
    expect(stdout).toMatch(new RegExp(`^${title}: \\d+\\.\\d\\d × .+ in 1 rounds`, 'm'));
    expect(stdout).toMatch(new RegExp(`^  ${title} .* CPU [1-9]\\d* µs: gateway [1-9]`, 'm'));
  }
  expect(stdout).toMatch(/^idle pick-up, accept to start: p50 \d+\.\d ms/m);
  expect(stdout).toMatch(/^  a no-op: CPU [1-9]\d* µs: gateway [1-9]/m);
  expect(stdout).toMatch(/^  a picture: CPU [1-9]\d* µs: gateway [1-9].*worker [1-9]/m);
  expect(stdout).toMatch(/^picture of 6 megapixels: bare sharp \+ -?\d+ ms/m);
  expect(stdout).toContain('the money is right');
});

test.skipIf(missing)('every peer settles all that it accepted, and is measured beside ours', async () => {
  const stdout = await bench('--case', 'peers', '--projects', '64');
  expect(stdout.match(/^paid no-op: \d+\.\d\d × Express \+ .+ in 1 rounds/gm)).toHaveLength(PEER_NAMES.length);
  expect(stdout).not.toContain('executions without a charge');
  expect(stdout).toContain('the money is right');
});

test.skipIf(missing)(
  'reads of the catalog are measured with 500 own tools and without',
  { timeout: 600_000 },
  async () => {
    const stdout = await bench('--case', 'catalog', '--seconds', '1');
    const read = /^catalog, (.+): p50 \d+\.\d\d × with 500 own tools .* in 1 rounds\)/gm;
    const titles = Array.from(stdout.matchAll(read), ([, title]) => title);
    expect(titles).toEqual(['unchanged, by its tag', 'names and prices', 'whole']);
    const bytes = /^ {2}\d+\.\d\d ms \((\d+) bytes\) against \d+\.\d\d ms \((\d+) bytes\)$/gm;
    const sent = Array.from(stdout.matchAll(bytes), ([, many, none]) => [Number(many), Number(none)]);
    expect(sent[0]).toEqual([0, 0]);
    for (const [many, none] of sent.slice(1)) expect(many).toBeGreaterThan(3 * none!);
  },
);

const hasFfmpeg = findProgram('ffmpeg', 'install the package ffmpeg.') !== null;

test.skipIf(missing || !hasFfmpeg)(
  'an operation of each engine is measured beside its bare call, and so is the memory of its worker while executions wait',
  { timeout: 600_000 },
  async () => {
    const stdout = await bench('--case', 'media', '--tools', 'image-resize,audio-trim', '--seconds', '1');
    for (const tool of ['image-resize', 'audio-trim'])
      expect(stdout).toMatch(new RegExp(`^${tool} +\\d+ ms +\\d+\\.\\d\\d × .* -?\\d+ ms \\(`, 'm'));
    for (const worker of ['worker-image', 'worker-av'])
      expect(stdout).toMatch(
        new RegExp(`^memory of ${worker}: [1-9]\\d* MiB while 10 wait, [1-9]\\d* MiB while 100 do`, 'm'),
      );
    expect(stdout).toContain('the money is right');
  },
);
