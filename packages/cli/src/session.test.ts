import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { startProcess } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pollText } from './session.ts';
import { start } from './start.ts';
import { startEnvironment } from './testing/environment.ts';

const ROOT = join(import.meta.dirname, '../../..');
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-session-'));
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs `script` in the most basic shell of the machine. */
async function paste(script: string): Promise<string> {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { ...startEnvironment, PATH };
  const { ended } = startProcess({ command: ['/bin/sh'], cwd: directory, env, stdin: { text: script } });
  return (await ended).stdout;
}

/** Runs a tool on the running system and returns the id of the accepted execution. */
async function executed(baseUrl: string, key: string, [tool, input]: readonly [string, object]): Promise<string> {
  const ask = async <T>(path: string, body: object): Promise<T> => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `for-${tool}`,
    };
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await response.json()) as { data: T }).data;
  };
  const request = { tool, arguments: input };
  const { priceVersion, maximumChargeMicros } = await ask<Quote>('/tools/quote', request);
  const { id } = await ask<{ id: string }>(`/tools/${tool}`, { ...request, priceVersion, maximumChargeMicros });
  return id;
}

interface Quote {
  readonly priceVersion: string;
  readonly maximumChargeMicros: number;
}

const FAILING = ['rehearsal', { outcome: 'fail' }] as const;
/** The simulated service accepts the call and never responds, so its outcome is unknown. */
const UNKNOWN = ['image-generate', { prompt: 'a lighthouse #sim:hang' }] as const;

test('the session that the first start prints works as printed, and explains the other ends of an execution', async ({
  skip,
}) => {
  if (spawnSync('curl', ['--version']).status !== 0) return skip('curl is not on PATH; install the package curl');
  const stopping = new AbortController();
  const said: string[] = [];
  let pasted: Promise<string[]> | undefined;
  const outputs = async (script: string): Promise<string[]> => {
    const [baseUrl = '', key = ''] = ['BASE', 'KEY'].map((name) => new RegExp(`^${name}=(.*)$`, 'm').exec(script)?.[1]);
    const [failed, unknown] = await Promise.all([FAILING, UNKNOWN].map((each) => executed(baseUrl, key, each)));
    const [head = ''] = script.split('# Upload');
    return [
      await paste(script),
      await paste(`${head}ID=${failed}\n${pollText}`),
      await paste(`${head}ID=${unknown}\n${pollText}`),
    ];
  };
  const say = (line: string): void => {
    said.push(line);
    const script = /^BASE=[^]*/m.exec(line)?.[0];
    if (script !== undefined) pasted = outputs(script).finally(() => stopping.abort());
  };
  const options = {
    dataDirectory: join(directory, 'data'),
    host: '127.0.0.1',
    port: await freePort(),
  };
  const scriptOf = (name: string): string =>
    join(ROOT, name === 'simulator' ? 'packages' : 'apps', name, 'src/main.ts');
  const env = {
    ...startEnvironment,
    FAREBOX_REHEARSAL: 'true',
    FAREBOX_PROVIDER_CALL_SECONDS: '2',
    FAREBOX_PROVIDER_UNKNOWN_SECONDS: '1',
  };
  await start(options, { env, say, stop: stopping.signal, scriptOf });
  const [succeeded, failed, unknown] = (await pasted) ?? [];
  expect(succeeded).toMatch(/exe_\w+ is succeeded/);
  expect(succeeded).toMatch(/charged [1-9]\d* micro-USD/);
  const result = readFileSync(join(directory, 'resized.webp'));
  expect(result.toString('latin1', 8, 12)).toBe('WEBP');
  expect(failed).toMatch(/is failed\nfailed: rehearsed_failure, charged 0 micro-USD\n$/);
  expect(unknown).toMatch(
    /is needs_review\nthe outcome of a provider call is not known yet.* the review ends by 20\d\d-/,
  );
  const expected = /^worker-provider: warn a provider call failed unexpectedly/;
  expect(said.filter((line) => !expected.test(line) && /error|crash/i.test(line.split('BASE=')[0] ?? ''))).toEqual([]);
});
