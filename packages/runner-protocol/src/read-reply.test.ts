/** Replies of runners: complete ones, and those of runners that are wrong or lie. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNNER_LIMITS } from './limits.ts';
import type { RunReply } from './messages.ts';
import { readReply, type ReceivedReply } from './read-reply.ts';

const read = (body: unknown, outputs = 0): ReturnType<typeof readReply> => readReply(JSON.stringify(body), { outputs });

function replyOf(body: unknown, outputs = 0): ReceivedReply {
  const reading = read(body, outputs);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.reply;
}

const findingsOf = (body: object): readonly string[] => {
  const reading = read(body);
  return reading.ok ? reading.findings : [reading.problem];
};

const COST = { usd: '0.0123', statement: 'invoice 7' };
const WHOLE: readonly (readonly [reply: RunReply, outputs: number])[] = [
  [{ status: 'running' }, 1],
  [{ status: 'running', progress: 0.4, retryAfterSeconds: 2 }, 0],
  [{ status: 'succeeded', artifacts: [] }, 0],
  [
    {
      status: 'succeeded',
      artifacts: [{ put: 0 }, { url: 'https://a.example/b.png' }],
      result: { lines: [null, 1] },
      units: 2.5,
      cost: COST,
    },
    2,
  ],
  [{ status: 'failed', reason: 'content_rejected', message: 'no text', billed: true, cost: { usd: '0' } }, 1],
  [{ status: 'cancelled', cost: { usd: '12' } }, 1],
  [{ status: 'not_taken', retryAfterSeconds: 5 }, 0],
  [{ status: 'not_known' }, 0],
];

test.for(WHOLE)('a whole reply is read as it is: %j', ([reply, outputs]) => {
  expect(read(reply, outputs)).toEqual({ ok: true, reply, findings: [] });
  expect(read({ ...reply, later: 1 }, outputs)).toEqual({ ok: true, reply, findings: [] });
});

test.for<readonly [problem: string, body: string]>([
  ['an unknown status', '{"status":"done"}'],
  ['a status of every object', '{"status":"toString"}'],
  ['no status', '{}'],
  ['a list', '[]'],
  ['a page of a proxy', '<html>502</html>'],
  ['nothing', ''],
  ['too many bytes', JSON.stringify({ status: 'not_known', more: 'ä'.repeat(RUNNER_LIMITS.responseBytes / 2) })],
])('no statement, so the outcome stays open: %s', ([, body]) => {
  expect(readReply(body, { outputs: 0 })).toEqual({ ok: false, problem: expect.any(String) });
});

const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);

test.for<readonly [what: string, members: object, outputs: number]>([
  ['a file that was not asked for', { artifacts: [{ put: 0 }] }, 0],
  ['no file', {}, 1],
  ['one file twice', { artifacts: [{ put: 0 }, { put: 0 }] }, 2],
  ['a file of another place', { artifacts: [{ put: 1 }] }, 1],
  ['a file that is a text', { artifacts: ['0'] }, 1],
  ['two kinds of one file', { artifacts: [{ put: 0, url: 'https://a.example' }] }, 1],
  ['a URL of this disk', { artifacts: [{ url: 'file:///etc/passwd' }] }, 1],
  ['files that are no list', { artifacts: {} }, 0],
  ['a result of too many levels', { result: deep(RUNNER_LIMITS.resultDepth + 1) }, 0],
  ['a result with a NUL, which no database stores', { result: [{ text: 'a\u0000b' }] }, 0],
  ['a result with a NUL in a name', { result: { 'a\u0000b': 1 } }, 0],
  ['a result of too many bytes', { result: 'ä'.repeat(RUNNER_LIMITS.resultBytes / 2) }, 0],
])('a success that cannot be delivered is unusable, with its cost: %s', ([, members, outputs]) => {
  expect(replyOf({ status: 'succeeded', cost: COST, ...members }, outputs)).toEqual({
    status: 'unusable',
    problem: expect.any(String),
    cost: COST,
  });
});

test('a result at its limits is delivered', () => {
  for (const result of [
    'text that names \\u0000 and is not one',
    deep(RUNNER_LIMITS.resultDepth),
    'a'.repeat(RUNNER_LIMITS.resultBytes - 2),
  ])
    expect(replyOf({ status: 'succeeded', result })).toEqual({ status: 'succeeded', artifacts: [], result });
});

test.for<unknown>(['-0.01', -1, 0.5, 'NaN', '1e3', '.5', '1,5', '', null, '9'.repeat(10), '0.0000000000001', ' 1'])(
  'a cost of %j counts as not stated, and is a finding',
  (usd) => {
    const body = { status: 'succeeded', cost: { usd } };
    expect(replyOf(body)).toEqual({ status: 'succeeded', artifacts: [] });
    expect(findingsOf(body)).toEqual([expect.stringContaining('"cost"')]);
  },
);

test.for([
  '{"status":"succeeded","units":-1}',
  '{"status":"succeeded","units":"2"}',
  '{"status":"succeeded","units":1e999}',
])('units that are no number of at least 0 count as not stated, and are a finding: %s', (body) => {
  expect(readReply(body, { outputs: 0 })).toEqual({
    ok: true,
    reply: { status: 'succeeded', artifacts: [] },
    findings: [expect.stringContaining('"units"')],
  });
});

test('a failure without a clear statement bills nothing', () => {
  const reply = { status: 'failed', reason: 'failed', message: '', billed: false };
  for (const billed of [undefined, 'yes', 1, null]) expect(replyOf({ status: 'failed', billed })).toEqual(reply);
  expect(findingsOf({ status: 'failed' })).toEqual([expect.stringContaining('"billed"')]);
  expect(replyOf({ status: 'failed', billed: false, reason: 'because' })).toEqual(reply);
});

test('a message is cut, and has no control characters', () => {
  const message = `a\n\u001B[31mb\u202Ec${'x'.repeat(RUNNER_LIMITS.messageCharacters)}`;
  const reply = replyOf({ status: 'failed', billed: false, message }) as { readonly message: string };
  expect(reply.message).toMatch(/^a \[31mb cx+$/);
  expect(reply.message).toHaveLength(RUNNER_LIMITS.messageCharacters);
});

test('pauses and progress are kept within their limits', () => {
  expect(replyOf({ status: 'running', progress: 7, retryAfterSeconds: 0 })).toEqual({
    status: 'running',
    progress: 1,
    retryAfterSeconds: 1,
  });
  expect(replyOf({ status: 'running', progress: -1, retryAfterSeconds: 1e9 })).toEqual({
    status: 'running',
    retryAfterSeconds: RUNNER_LIMITS.retryAfterSecondsMax,
  });
});

test('any JSON and any text is read without a throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc
          .record({ status: fc.constantFrom(...WHOLE.map(([reply]) => reply.status)) }, { requiredKeys: [] })
          .chain((base) =>
            fc.jsonValue().map((value) =>
              JSON.stringify({
                ...base,
                artifacts: value,
                result: value,
                units: value,
                cost: value,
                billed: value,
                message: value,
                progress: value,
                retryAfterSeconds: value,
              }),
            ),
          ),
      ),
      fc.nat(3),
      (body, outputs) => {
        const reading = readReply(body, { outputs });
        const stated = reading.ok ? JSON.stringify(reading.reply) : reading.problem;
        expect(stated.length).toBeGreaterThan(0);
      },
    ),
  );
});
