/** Load of paid requests. Counts what was answered 202, for the audit. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Fixture, PATH } from '../fixture.ts';
import { runWrk, type Sample } from '../load/wrk.ts';
import type { Options } from '../options.ts';
import type { Project } from '../system/projects.ts';

export interface Posting {
  readonly url: string;
  readonly projects: readonly Project[];
}

export interface Poster {
  readonly post: (posting: Posting) => Promise<Sample>;
  /** 202 answers of the system so far. A request whose response was on its way when a run ended was accepted, but not counted. */
  readonly tally: { responded: number; unseenMax: number };
}

export function createPoster(fixture: Fixture, { connections, seconds }: Options): Poster {
  const { directory, url: system } = fixture.system;
  const tally = { responded: fixture.finishedIds.length, unseenMax: 0 };
  const [body, keys] = [join(directory, 'body.json'), join(directory, 'keys')];
  writeFileSync(body, fixture.body);

  return {
    tally,
    post: async ({ url, projects }) => {
      writeFileSync(keys, projects.map(({ key }) => `${key}\n`).join(''));
      const args = [body, keys, `bench-${randomUUID()}-`, PATH];
      const isOurs = url === system;
      if (isOurs) tally.unseenMax += connections; // also of a run that answered nothing in its time
      const sample = await runWrk({ url, script: 'accept.lua', args, connections, seconds });
      if (isOurs) tally.responded += sample.count;
      return sample;
    },
  };
}
