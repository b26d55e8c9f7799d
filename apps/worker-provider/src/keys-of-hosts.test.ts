/** A key of one host never goes to another: not by a manifest that names it for another address, and not by a redirect. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@farebox/kernel';
import { apiKeysIn, secretsIn } from '@farebox/tools/runners';
import { manifestOf, readForTest } from '@farebox/tools/testing';
import { expect, onTestFinished, test } from 'vitest';
import { entryOf } from './runners/entries.ts';
import { NO_RUNS } from './testing/fixture.ts';
import { startHttpApi } from './testing/open-http-api.ts';

const { signal } = new AbortController();
const LIMITS = { maxRuntimeSeconds: 60, concurrency: 1 };

const RUNNERS = {
  openapi: (url: string) => ({ kind: 'openapi', url, secret: 'acme-key', method: 'POST', path: '/runs', ...LIMITS }),
  mcp: (url: string) => ({ kind: 'mcp', url, secret: 'acme-key', tool: 'read', ...LIMITS }),
} as const;
const KINDS = Object.keys(RUNNERS) as (keyof typeof RUNNERS)[];

/** The entry of a tool at this address, whose file of keys has these lines. Null: nothing may be sent. */
function entryAt(kind: keyof typeof RUNNERS, host: string, lines: readonly string[]) {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'acme-key'), lines.join('\n'));
  const { manifest } = readForTest(
    manifestOf('acme-read-text', {
      input: { type: 'object', additionalProperties: false, properties: {} },
      example: {},
      files: {},
      price: { unit: 'run', unitPriceMicros: 1, minimumChargeMicros: 1, units: { ceil: 1 }, onFailure: 'none' },
      runner: RUNNERS[kind](`http://${host}/v1`),
      test: { simulate: { result: {}, units: 1 } },
    }),
  );
  return entryOf(
    manifest,
    { provider: 'tool-acme-read-text', side: 'live', outputs: 0, findings: () => {} },
    {
      secrets: secretsIn(directory),
      apiKeys: apiKeysIn(directory),
      pull: NO_RUNS,
      egress: { privateHosts: ['127.0.0.1'] },
      callMs: 5_000,
      unknownSeconds: 2,
      clock: systemClock,
    },
  );
}

test.each(KINDS)('a tool of kind %s is not called with the key of another host, nor without one', async (kind) => {
  await using theirs = await startHttpApi(() => ({}));
  expect(entryAt(kind, theirs.host, ['api.acme.example key-of-acme'])).toBeNull();
  const entry = entryAt(kind, theirs.host, ['api.acme.example key-of-acme', `${theirs.host} key-of-theirs`]);
  await entry?.adapter.submit('token-1', { path: '/runs', body: '{}' }, signal).catch(() => {});
  expect(theirs.asked.map(({ headers }) => headers.authorization)).toContain('Bearer key-of-theirs');
  expect(JSON.stringify(theirs.asked)).not.toContain('key-of-acme');
});

test.each(KINDS)('a host that redirects a call of kind %s leads no key to another host', async (kind) => {
  await using theirs = await startHttpApi(() => ({}));
  await using own = await startHttpApi(() => ({ status: 307, headers: { location: `http://${theirs.host}/v1/runs` } }));
  const lines = [`${own.host} key-of-own`, `${theirs.host} key-of-theirs`];
  await entryAt(kind, own.host, lines)
    ?.adapter.submit('token-1', { path: '/runs', body: '{}' }, signal)
    .catch(() => {});
  expect(own.asked.map(({ headers }) => headers.authorization)).toContain('Bearer key-of-own');
  expect(theirs.asked).toEqual([]);
});
