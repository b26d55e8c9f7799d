/** Generates load of paid requests and counts the 202 responses, for the check of the money. */
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
  /** Number of 202 responses so far. `unseenMax`: requests in flight at the end of a run may be accepted without being counted. */
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
      if (isOurs) tally.unseenMax += connections; // also after a run in which nothing was completed
      const sample = await runWrk({ url, script: 'accept.lua', args, connections, seconds });
      if (isOurs) tally.responded += sample.count;
      return sample;
    },
  };
}
