/** Types one command against a server in this process, with a temporary profile. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../program/run.ts';
import { type Profile, writeProfiles } from '../remote/profile.ts';
import { recordingContext } from './recording-context.ts';
import { serving } from './serving.ts';

export interface Typed {
  readonly code: number;
  /** Standard output. */
  readonly said: string;
  /** Standard error. */
  readonly told: string;
}

interface Against {
  /** Defaults for a command that names no project or organization. */
  readonly profile?: Pick<Profile, 'project' | 'organization'>;
  readonly env?: Readonly<Record<string, string>>;
  /** Input of the person at the terminal; if omitted, there is no terminal. */
  readonly typed?: readonly string[];
}

export async function typedAgainst(
  listener: RequestListener,
  words: readonly string[],
  { profile = {}, env: more = {}, typed }: Against = {},
): Promise<Typed> {
  const config = await mkdtemp(join(tmpdir(), 'farebox-against-'));
  const env = { ...more, XDG_CONFIG_HOME: config, SESSION: 'a.b.c' };
  await using server = await serving(listener);
  try {
    writeProfiles(
      { current: 'here', profiles: { here: { ...profile, url: server.url, token: { env: 'SESSION' } } } },
      env,
    );
    const context = recordingContext({ env }, typed === undefined ? undefined : [...typed]);
    const code = await run(words, context);
    return { code, said: context.said.join('\n'), told: context.told.join('\n') };
  } finally {
    await rm(config, { recursive: true });
  }
}
