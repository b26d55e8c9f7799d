/** The pages of the protocol state what the code does: signatures are recomputed, bodies are read, limits are compared. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RUNNER_LIMITS } from './limits.ts';
import { CANCEL_BODY, type ClaimedRun, type Reported, type RunReport } from './messages.ts';
import { readReply } from './read-reply.ts';
import { readStart } from './read-start.ts';
import { signRun } from './signature.ts';
import { isRunToken } from './token.ts';

const pageAt = (name: string): string => readFileSync(join(import.meta.dirname, '../../../docs', name), 'utf8');
const PAGE = pageAt('runner-protocol.md');
const PULL_PAGE = pageAt('runner-pull.md');
const SECRET = /With the secret `(whsec_[^`]+)`/.exec(PAGE)?.[1] ?? '';

const blocks = (language: string, page = PAGE): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, 'gms'))].map(([, text]) => text as string);

test('each example has the signature of its secret, token, time and body', () => {
  const examples = blocks('http').map((text) => {
    const [head = '', body = ''] = text.split('\n\n');
    return { header: (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(head)?.[1] ?? '', body };
  });
  expect(examples.map(({ body }) => body === '')).toEqual([false, false, true]);
  for (const { header, body } of examples) {
    const token = header('webhook-id');
    const signed = signRun({ secrets: [SECRET], token, nowSeconds: Number(header('webhook-timestamp')), body });
    expect(header('webhook-signature')).toBe(signed['webhook-signature']);
  }
});

test('each body of the page is one that is read without a finding', () => {
  const [start = '', ...replies] = blocks('json');
  expect(readStart(start)).toMatchObject({ ok: true, start: JSON.parse(start) as object });
  expect(replies).toHaveLength(4);
  for (const reply of replies)
    expect(readReply(reply, { outputs: 1 })).toEqual({ ok: true, reply: JSON.parse(reply) as object, findings: [] });
  for (const text of blocks('http')
    .map((each) => each.split('\n\n')[1])
    .slice(0, 2) as string[])
    expect(text.includes('"status"') ? readReply(text, { outputs: 0 }) : readStart(text)).toMatchObject({ ok: true });
  expect(PAGE).toContain(`the body \`${CANCEL_BODY}\``);
});

test('the page states the limits of the code', () => {
  const { startSeconds, askSeconds, toleranceSeconds, keepHours } = RUNNER_LIMITS;
  const kib = (bytes: number): string => `${bytes / 1024} KiB`;
  for (const text of [
    `| \`PUT {url}/runs/{token}\` | starts the run, once | ${startSeconds} s |`,
    `| \`GET {url}/runs/{token}\` | asks for its state | ${askSeconds} s |`,
    `(${toleranceSeconds} s)`,
    `at most ${RUNNER_LIMITS.requestBytes / 1024 ** 2} MiB`,
    `at most ${kib(RUNNER_LIMITS.resultBytes)} and ${RUNNER_LIMITS.resultDepth} levels`,
    `at most ${kib(RUNNER_LIMITS.responseBytes)}`,
    `1 to ${RUNNER_LIMITS.tokenCharacters}\nletters`,
    `at most ${RUNNER_LIMITS.messageCharacters} characters`,
    `at most ${RUNNER_LIMITS.statementCharacters} characters`,
    `(${RUNNER_LIMITS.retryAfterSecondsMin} to ${RUNNER_LIMITS.retryAfterSecondsMax})`,
    `at least ${keepHours} hours`,
  ])
    expect(PAGE).toContain(text);
});

test('the bodies of the page about pull runners are those of the protocol', () => {
  const [claimed, report, reported] = blocks('json', PULL_PAGE).map((text) => JSON.parse(text) as unknown) as [
    { readonly data: { readonly run: ClaimedRun } },
    RunReport,
    { readonly data: Reported },
  ];
  const { token, start, leaseSeconds } = claimed.data.run;
  expect(isRunToken(token)).toBe(true);
  expect(readStart(JSON.stringify(start))).toEqual({ ok: true, start });
  expect(readReply(JSON.stringify(report.reply), { outputs: 0 })).toEqual({
    ok: true,
    reply: report.reply,
    findings: [],
  });
  expect([report.lease, reported.data]).toEqual([claimed.data.run.lease, { cancel: false, leaseSeconds }]);
  expect(leaseSeconds).toBe(RUNNER_LIMITS.leaseSeconds);
});

test('the page about manifests states the run time that another runner needs to get the run of one that died', () => {
  expect(pageAt('manifest.md').replaceAll('\n', ' ')).toContain(
    `Let \`maxRuntimeSeconds\` be at least ${RUNNER_LIMITS.leaseSeconds} s plus the longest time of a run`,
  );
});

test('the page about pull runners states the limits of the code', () => {
  const { claimSeconds, leaseSeconds, reportsPerLease, reportsPerLeaseMax, askSeconds } = RUNNER_LIMITS;
  for (const text of [
    `from 0 to ${claimSeconds}, and ${claimSeconds} without it`,
    `states that the run goes on, or how it ended | ${askSeconds} s |`,
    `A lease ends ${leaseSeconds} s after`,
    `at every third of \`leaseSeconds\`, which is every ${leaseSeconds / reportsPerLease} s`,
    `not more than once in ${leaseSeconds / reportsPerLeaseMax} s`,
    `at least ${leaseSeconds} s plus the longest time of a run`,
  ])
    expect(PULL_PAGE).toContain(text);
});
