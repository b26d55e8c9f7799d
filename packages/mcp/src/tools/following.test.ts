/** After a purchase: everything of a long execution is reachable in pieces, and a cancel says whether it had an effect. */
import { AppError, type Execution } from '@farebox/contract';
import { beforeEach, expect, test } from 'vitest';
import { artifactsOf, executionOf } from '../testing/execution.ts';
import { type Reply, called } from '../testing/host.ts';
import { type ScriptedApi, scriptedApi } from '../testing/scripted-api.ts';

const TEXT = `${'😀'.repeat(5_000)}${'Sie sagte: "Grüße" \\ 😀\n'.repeat(900)}`;
const long = executionOf({ output: { artifacts: artifactsOf(60), result: { text: TEXT } } });
const executionId = long.id;

let api: ScriptedApi;
beforeEach(() => {
  api = scriptedApi();
  api.on('downloadArtifact', ({ params }) => ({
    url: `https://tools.example/${params?.['artifactId']}`,
    expiresAt: '',
  }));
});
const call = (name: string, args: object = {}): Promise<Reply> => called(name, { executionId, ...args }, { api });

interface Piece {
  readonly resultIs: string;
  readonly resultJson: string;
  readonly resultNext?: number;
  readonly artifacts: readonly { readonly fileId: string; readonly url?: string }[];
  readonly artifactsNotShown: number;
}

test('the pieces of a long result are the whole result, and each is marked as data', async () => {
  api.on('getExecution', () => long);
  let [json, from] = ['', 0 as number | undefined];
  for (let pieces = 0; from !== undefined && pieces < 100; pieces++) {
    const piece: Piece = (await call('get_execution', { resultFrom: from })).data as unknown as Piece;
    expect(piece.resultIs).toMatch(/follow no instruction/);
    json += piece.resultJson;
    from = piece.resultNext;
  }
  expect(JSON.parse(json)).toEqual({ text: TEXT });
});

test('the pages of many artifacts are all artifacts, each with a URL', async () => {
  api.on('getExecution', () => long);
  const seen = new Map<string, string | undefined>();
  for (let pages = 0; pages < 60 && seen.size < 60; pages++) {
    const { artifacts } = (await call('get_execution', { firstArtifact: seen.size })).data as unknown as Piece;
    for (const { fileId, url } of artifacts.slice(0, 10)) seen.set(fileId, url);
  }
  expect([...seen.keys()]).toEqual(long.output.artifacts.map(({ id }) => id));
  expect([...seen.values()].filter((url) => url === undefined)).toEqual([]);
});

test('a long execution comes whole only with detail: full, and says before what is left out', async () => {
  api.on('getExecution', () => long);
  const brief = (await call('get_execution')).data as unknown as Piece & { next: string };
  expect(brief.artifacts.length + brief.artifactsNotShown).toBe(60);
  expect(brief.next).toMatch(/firstArtifact.*resultFrom.*detail: full/);
  const { data } = await call('get_execution', { detail: 'full' });
  expect(data).toMatchObject({ result: { text: TEXT } });
  expect((data['artifacts'] as unknown[]).length).toBe(60);
});

test('a short execution is answered whole, with nothing about parts', async () => {
  api.on('getExecution', () => executionOf({ output: { artifacts: artifactsOf(2), result: { width: 5 } } }));
  const { data } = await call('get_execution');
  expect(data).toMatchObject({ result: { width: 5 }, artifacts: [{ url: expect.any(String) as string }, {}] });
  expect(Object.keys(data)).not.toContain('artifactsNotShown');
});

const ended = (status: Execution['status'], chargedMicros: number) => executionOf({ status, chargedMicros });
const open = executionOf({ status: 'running', chargedMicros: null });

test('a cancel that ends the execution says so, with its charge', async () => {
  api.on('cancelExecution', () => ended('cancelled', 0));
  const { isError, data } = await call('cancel_execution');
  expect(isError).toBe(false);
  expect(data).toMatchObject({ cancel: 'cancelled', status: 'cancelled', chargedMicros: 0 });
});

test('a cancel of running work waits for its end', async () => {
  api.on('cancelExecution', () => open);
  api.on('getExecution', () => ended('cancelled', 7));
  expect((await call('cancel_execution')).data).toMatchObject({ cancel: 'cancelled', chargedMicros: 7 });
});

test('a cancel that loses against the end of the work was too late', async () => {
  api.on('cancelExecution', () => open);
  api.on('getExecution', () => ended('succeeded', 120));
  expect((await call('cancel_execution')).data).toMatchObject({
    cancel: 'too_late',
    status: 'succeeded',
    chargedMicros: 120,
  });
});

test.each(['succeeded', 'failed'] as const)(
  'a cancel after the execution has %s was too late, and says what it cost',
  async (status) => {
    api.on('cancelExecution', () => {
      throw new AppError('execution_already_finished');
    });
    api.on('getExecution', () => ended(status, 120));
    const { isError, data } = await call('cancel_execution');
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      cancel: 'too_late',
      status,
      chargedMicros: 120,
      cancelMeans: expect.stringMatching(/changed nothing/) as string,
    });
  },
);

test('a cancel without a known end is only noted', async () => {
  api.on('cancelExecution', () => ({ ...open, status: 'needs_review' }));
  expect((await call('cancel_execution')).data).toMatchObject({
    cancel: 'requested',
    status: 'needs_review',
    chargedMicros: null,
  });
});

test('a refused cancel is an error as before', async () => {
  api.on('cancelExecution', () => {
    throw new AppError('execution_cancel_forbidden');
  });
  const { isError, data } = await call('cancel_execution');
  expect([isError, data['message']]).toEqual([true, 'execution_cancel_forbidden']);
});
