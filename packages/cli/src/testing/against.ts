/** Types one command against a server of this process, through a profile of its own. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../program/run.ts';
import { recordingContext } from './recording-context.ts';
import { serving } from './serving.ts';

export interface Typed {
  readonly code: number;
  /** Standard output. */
  readonly said: string;
  /** Standard error. */
  readonly told: string;
}

/** @param profile options of `profile add`, beside where it is and its session. */
export async function typedAgainst(
  listener: RequestListener,
  words: readonly string[],
  profile: readonly string[] = [],
): Promise<Typed> {
  const config = await mkdtemp(join(tmpdir(), 'tollgate-against-'));
  const env = { XDG_CONFIG_HOME: config, SESSION: 'a.b.c' };
  const type = async (...line: readonly string[]): Promise<Typed> => {
    const context = recordingContext({ env });
    const code = await run(line, context);
    return { code, said: context.said.join('\n'), told: context.told.join('\n') };
  };
  await using server = await serving(listener);
  try {
    const added = await type('profile', 'add', 'here', '--url', server.url, '--token-env', 'SESSION', ...profile);
    if (added.code !== 0) throw new Error(added.told);
    return await type(...words, '--profile', 'here');
  } finally {
    await rm(config, { recursive: true });
  }
}
