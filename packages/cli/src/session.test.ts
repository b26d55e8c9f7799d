import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@tollgate/embedded';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { start } from './start.ts';
import { startEnvironment } from './testing/environment.ts';

const ROOT = join(import.meta.dirname, '../../..');
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tollgate-session-'));
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Pastes `script` into the plainest shell there is. */
async function paste(script: string): Promise<string> {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const shell = spawn('/bin/sh', [], {
    cwd: directory,
    env: { ...startEnvironment, PATH },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  shell.stdin.end(script);
  return await text(shell.stdout);
}

test('the session that the first start prints works as printed', { timeout: 90_000 }, async ({ skip }) => {
  if (spawnSync('curl', ['--version']).status !== 0) return skip('curl is not on PATH; install the package curl');
  const stopping = new AbortController();
  const said: string[] = [];
  let pasted: Promise<string> | undefined;
  const say = (line: string): void => {
    said.push(line);
    const script = /^BASE=[^]*/m.exec(line)?.[0];
    if (script !== undefined) pasted = paste(script).finally(() => stopping.abort());
  };
  const options = {
    dataDirectory: join(directory, 'data'),
    host: '127.0.0.1',
    port: await freePort(),
    simulator: false,
  };
  const scriptOf = (name: string): string => join(ROOT, 'apps', name, 'src/main.ts');
  await start(options, { env: startEnvironment, say, stop: stopping.signal, scriptOf });
  const output = await pasted;
  expect(output).toMatch(/exe_\w+ is succeeded/);
  expect(output).toMatch(/charged [1-9]\d* micro-USD/);
  const result = readFileSync(join(directory, 'resized.webp'));
  expect(result.toString('latin1', 8, 12)).toBe('WEBP');
  expect(said.filter((line) => /error|crash/i.test(line.split('BASE=')[0] ?? ''))).toEqual([]);
});
