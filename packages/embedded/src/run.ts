/** Runs one of the server's programs as the server's user until it exits, without blocking the event loop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Owner } from './owner.ts';

export interface RunResult {
  readonly ok: boolean;
  /** Both output streams, in order of arrival. */
  readonly said: string;
}

export async function run(
  program: string,
  args: readonly string[],
  options: Owner & { readonly input?: string },
): Promise<RunResult> {
  const { input = '', ...owner } = options;
  const child = spawn(program, args, { ...owner, cwd: '/', stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdin.on('error', () => {}); // it ended before it read its input: the exit status tells
  child.stdin.end(input);
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { ok: code === 0, said: said.trim() };
  } catch (error) {
    return { ok: false, said: (error as Error).message };
  }
}
