/** The recipe "provider": a worker of the copy buys from the new service, which the simulator plays, and is charged its cost. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Copy, copyProject } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { complaintsOf } from './complaints.ts';
import { offer, simulate, speak } from './provider/steps.ts';
import { type Started, startCopy } from './started.ts';

let copy: Copy;
let started: Started | undefined;
beforeAll(() => {
  copy = copyProject();
});
afterAll(async () => {
  await started?.stop();
  copy[Symbol.dispose]();
});

test('a provider that is offered without an adapter does not compile, and the error names the worker', () => {
  offer(copy);
  copy.generate();
  expect(complaintsOf(copy)).toEqual(
    expect.arrayContaining(['apps/worker-provider/src/operations.ts', 'apps/worker-provider/src/tariff/tariffs.ts']),
  );
});

test('with an adapter, an operation and a dialect in the simulator it compiles', () => {
  speak(copy);
  simulate(copy);
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
  expect(copy.generate()).toMatchObject({ code: 0 });
});

test('a test project buys from it: results are delivered and charged, refused requests are free, and the simulator has a record of each call', async () => {
  started = await startCopy(copy);
  const written = await started.bought('line-write', { prompt: 'the sea' });
  expect(written).toMatchObject({
    status: 'succeeded',
    chargedMicros: 700,
    output: { result: { text: 'A line about the sea.' } },
  });
  const refused = await started.bought('line-write', { prompt: 'the sea #sim:moderated' });
  expect(refused).toMatchObject({ status: 'failed', chargedMicros: 0, error: { message: 'content_rejected' } });
  expect(costLines(started.folder)).toEqual([
    expect.objectContaining({ provider: 'words', token: `${written.id}.0`, costMicros: 300 }),
  ]);
});

/** The amounts that the service says it billed. */
function costLines(folder: string): unknown[] {
  const log = join(folder, 'simulator/costs.jsonl');
  if (!existsSync(log)) return [];
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}
