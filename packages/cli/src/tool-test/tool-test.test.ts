/** `farebox tool test` finds each fault that a runner can have, says no more than that, and finds nothing in a sound one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readForTest } from '@farebox/tools/testing';
import { afterAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { openRunner, SECRET, SEEDS, VARIANTS, withoutUnits } from '../testing/faulty-runner.ts';
import { faultsOf, frameManifest } from '../testing/frame-tool.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { FAULTS } from './faults.ts';
import { testRunner } from './tool-test.ts';

const MANIFEST = frameManifest();
const TOOL = readForTest(MANIFEST);
/** A short limit only where a slow response is the fault: a busy machine is slow too. */
const targetOf = (url: string, fault?: string) => {
  const seconds = fault === 'slow' ? 1 : 20;
  return { url, secret: SECRET, startSeconds: seconds, askSeconds: seconds };
};

const folder = mkdtempSync(join(tmpdir(), 'farebox-tool-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a sound runner has no fault', async () => {
  await using runner = await openRunner({ holdMs: 700 });
  const report = await testRunner(TOOL, targetOf(runner.url));
  expect(report).toMatchObject({ found: [], cases: [{ end: { status: 'succeeded' }, units: 2, sizeBytes: 57_206 }] });
});

test.for(Object.entries(SEEDS))('exactly the seeded fault is found: %s', async ([fault, seed]) => {
  await using runner = await openRunner(seed);
  expect(faultsOf(await testRunner(TOOL, targetOf(runner.url, fault)))).toEqual([fault]);
});

test.for(VARIANTS)('another form of the fault is found too: %s', async ([fault, seed]) => {
  await using runner = await openRunner(seed);
  expect(faultsOf(await testRunner(TOOL, targetOf(runner.url, fault)))).toEqual([fault]);
});

test('a runner that reports no units for a price that depends on them has a fault', async () => {
  const price = { ...(MANIFEST['price'] as object), unit: 'run', units: { reported: 'pages', max: 3 } };
  const tool = readForTest({ ...MANIFEST, price });
  await using silent = await openRunner({ around: withoutUnits });
  expect(faultsOf(await testRunner(tool, targetOf(silent.url)))).toEqual(['units']);
  await using sound = await openRunner();
  expect(faultsOf(await testRunner(tool, targetOf(sound.url)))).toEqual([]);
});

async function typed(words: readonly string[], env: Record<string, string> = {}) {
  writeFileSync(join(folder, 'farebox.json'), JSON.stringify(MANIFEST));
  const context = recordingContext({ env: { INIT_CWD: folder, ...env } });
  const code = await run(['tool', 'test', ...words], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

test('the command prints each case with time and bytes of a unit, and ok for each check', async () => {
  await using runner = await openRunner();
  const { code, said } = await typed(['.', '--runner', runner.url], { FAREBOX_RUNNER_SECRETS: `${SECRET} other` });
  expect(said).toMatch(/^case 1 succeeded in \d+ ms; each of 2 units: \d+ ms, 28603 bytes\nok {5}a test case/);
  expect([code, said.split('\n').length]).toEqual([0, 1 + Object.keys(FAULTS.http).length]);
});

test('the command prints a fault with what was seen and how to mend it, and ends with 1', async () => {
  await using runner = await openRunner(SEEDS.units);
  writeFileSync(join(folder, 'secret.txt'), `${SECRET}\n`);
  const words = ['farebox.json', '--runner', runner.url, '--secret-file', 'secret.txt'];
  const { code, said, told } = await typed(words);
  expect(said.split('\n').slice(1)).toEqual([
    `FAULT  ${FAULTS.http.units.title}`,
    '       seen: 99 units were reported; 2 were quoted',
    `       mend: ${FAULTS.http.units.mend}`,
  ]);
  expect([code, told]).toEqual([1, 'farebox: the runner of acme-frame has 1 fault']);
  const json = await typed([...words, '--json']);
  expect(JSON.parse(json.said)).toMatchObject({
    tool: 'acme-frame',
    faults: [{ fault: 'units', mend: FAULTS.http.units.mend }],
  });
});

test('another secret and another path are named as the likely cause', async () => {
  await using runner = await openRunner();
  const other = `whsec_${Buffer.from('another secret that nobody uses').toString('base64')}`;
  const secret = await typed(['.', '--runner', runner.url], { FAREBOX_RUNNER_SECRETS: other });
  expect(secret.said).toContain('mend: The runner refuses a good signature: give it the secret that this command has');
  await using absent = await openRunner({ around: () => () => Promise.resolve(new Response('', { status: 404 })) });
  const path = await typed(['.', '--runner', `${absent.url}/elsewhere`], { FAREBOX_RUNNER_SECRETS: SECRET });
  expect(path.said).toMatch(/mend: Nothing responds at \/\S*elsewhere\/runs\/\{token\}: compare it with the path/);
});

test('without a secret, a runner or a manifest, the command says what to give', async () => {
  expect(await typed(['.', '--runner', 'http://127.0.0.1:9'])).toMatchObject({
    code: 2,
    told: expect.stringMatching(/whsec_/),
  });
  expect(await typed(['absent'])).toMatchObject({
    code: 2,
    told: expect.stringMatching(/^farebox: \S*absent cannot be read: it does not exist; check the path$/),
  });
  expect(await typed(['.'])).toMatchObject({
    code: 2,
    told: expect.stringMatching(/name --start <command> or --runner <url>/),
  });
  const away = await typed(['.', '--runner', 'http://127.0.0.1:9'], { FAREBOX_RUNNER_SECRETS: SECRET });
  expect(away).toMatchObject({ code: 4, told: expect.stringMatching(/does not respond at http:\/\/127\.0\.0\.1:9/) });
});

test('the manifest of a service that does not speak the runner protocol is refused before anything is asked', async () => {
  const runner = { kind: 'mcp', url: 'http://127.0.0.1:9/mcp', tool: 'read', maxRuntimeSeconds: 60, concurrency: 1 };
  writeFileSync(join(folder, 'mcp.json'), JSON.stringify({ ...MANIFEST, runner }));
  const ended = await typed(['mcp.json', '--runner', 'http://127.0.0.1:9'], { FAREBOX_RUNNER_SECRETS: SECRET });
  expect(ended).toMatchObject({ code: 1, told: expect.stringMatching(/only a runner of kind http or pull .* "mcp"/) });
});
