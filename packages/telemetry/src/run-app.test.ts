import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const APP = join(import.meta.dirname, 'testing/app.process.ts');

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function run(does: string, whenWorking: (child: ChildProcess) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, [APP, does], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      const isNew = !output.includes('"working"');
      output += text;
      if (isNew && output.includes('"working"')) whenWorking(child);
    });
  }
  const [code] = (await ended) as [number | null];
  return { code, output };
}

test('an app that is told to stop closes in order and ends with 0', async () => {
  const { code, output } = await run('works', (child) => child.kill('SIGTERM'));
  expect(code).toBe(0);
  const messages = output
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { msg: string }).msg]));
  expect(messages).toEqual(['working', 'stopping', 'closing', 'stopped']);
});

test('wrong settings end it before it does anything, with an exit code of their own', async () => {
  const { code, output } = await run('misconfigured');
  expect(code).toBe(78);
  expect(output).toContain('TOLLGATE_PROBE is missing');
});

test.each(['rejects', 'throws later'])('one that %s ends with 1 and says why in its log', async (does) => {
  const { code, output } = await run(does);
  expect(code).toBe(1);
  expect(output).toContain('"level":"fatal"');
});
