/** Files of a run: downloaded whole or not at all, uploaded once and within their limits. */
import { expect, test } from 'vitest';
import type { Run, Tool } from './run.ts';
import { createRunner, type Runner } from './runner.ts';
import { type Files, newToken, openFiles, SECRET, start, startOf } from './testing/farebox.ts';

const BYTES = new TextEncoder().encode('picture');
const runnerOf = (tool: Tool): Runner =>
  createRunner({ secrets: [SECRET], tools: { 'acme-tool': tool }, onError: () => {} });

const upperCase = (bytes: Uint8Array): Uint8Array => Buffer.from(Buffer.from(bytes).toString().toUpperCase());

test('a tool reads its input and makes its output, also while Farebox is busy for a moment', async () => {
  await using files = await openFiles();
  files.busy = 1;
  const runner = runnerOf(async ({ file, outputs }) => {
    const source = file('/source');
    await outputs[0]?.put(upperCase(await source.bytes()));
    return { result: { width: source.width ?? 0, type: source.mimeType } };
  });
  const output = files.output();
  const body = startOf({ inputs: [files.input(BYTES, { width: 7 })], outputs: [output] });
  expect((await start(runner, newToken(), body)).reply).toEqual({
    status: 'succeeded',
    artifacts: [{ put: 0 }],
    result: { width: 7, type: 'image/png' },
  });
  expect(files.uploads.get(output.put)).toEqual({ bytes: Buffer.from('PICTURE'), type: 'image/png' });
});

test('a stream has the bytes of the file', async () => {
  await using files = await openFiles();
  const runner = runnerOf(async ({ file }) => {
    const text = await new Response(await file('/source').stream()).text();
    return { result: text };
  });
  const { reply } = await start(runner, newToken(), startOf({ inputs: [files.input(BYTES)] }));
  expect(reply).toMatchObject({ status: 'succeeded', result: 'picture' });
});

test('a tool can let Farebox fetch its file', async () => {
  await using files = await openFiles();
  const runner = runnerOf(({ outputs }) => outputs[0]?.link('https://cdn.acme.example/1.png'));
  const { reply } = await start(runner, newToken(), startOf({ outputs: [files.output()] }));
  expect(reply).toEqual({ status: 'succeeded', artifacts: [{ url: 'https://cdn.acme.example/1.png' }] });
});

test.for<readonly [problem: string, tool: (run: Run, files: Files) => Promise<unknown>]>([
  ['does not have its SHA-256', ({ inputs }) => inputs[0]!.bytes()],
  ['does not have its SHA-256', async ({ inputs }) => new Response(await inputs[0]!.stream()).text()],
  ['there is no file at /other', ({ file }) => file('/other').bytes()],
  ['output 0 has 101 bytes, at most 100', ({ outputs }) => outputs[0]!.put(new Uint8Array(101))],
  ['must be one of image/png, not image/gif', ({ outputs }) => outputs[0]!.put(BYTES, 'image/gif')],
  ['output 0 has no file', () => Promise.resolve()],
  [
    'output 0 has a file already',
    async ({ outputs }) => {
      await outputs[0]!.put(BYTES);
      await outputs[0]!.put(BYTES);
    },
  ],
  ['an upload ended with status 409', ({ outputs }) => Promise.all([outputs[0]!.put(BYTES), outputs[0]!.put(BYTES)])],
])('a run fails without a bill, and says: %s', async ([problem, tool]) => {
  await using files = await openFiles();
  const runner = runnerOf(async (run: Run) => void (await tool(run, files)));
  const input = { ...files.input(BYTES), sha256: '0'.repeat(64) };
  const { reply } = await start(runner, newToken(), startOf({ inputs: [input], outputs: [files.output()] }));
  expect(reply).toMatchObject({ status: 'failed', billed: false, message: expect.stringContaining(problem) });
});

test('a message never has the URL of a file', async () => {
  await using files = await openFiles();
  files.busy = 9;
  const runner = runnerOf(async ({ inputs }) => void (await inputs[0]?.bytes()));
  const input = files.input(BYTES);
  const { reply } = await start(runner, newToken(), startOf({ inputs: [input] }));
  expect(JSON.stringify(reply)).toContain('a download ended with status 503');
  expect(JSON.stringify(reply)).not.toContain(new URL(input.url).pathname);
});
