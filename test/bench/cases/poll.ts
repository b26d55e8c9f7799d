/** Measures polls of finished executions against bare Express. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fixture } from '../fixture.ts';
import { runWrk, type Sample } from '../load/wrk.ts';
import type { Options } from '../options.ts';
import type { Case } from '../rounds.ts';

export function pollCase({ system, floor, projects, finishedIds }: Fixture, { connections, seconds }: Options): Case {
  const paths = join(system.directory, 'paths');
  writeFileSync(paths, finishedIds.map((id) => `/tools/executions/${id}\n`).join(''));
  const poll = (url: string) => (): Promise<Sample> =>
    runWrk({ url, script: 'poll.lua', args: [paths, projects[0]!.key], connections, seconds });
  return {
    ours: { title: 'poll', processes: system.processes, run: poll(system.url) },
    floors: [{ title: 'bare Express GET', target: 0.75, processes: floor.processes, run: poll(floor.url) }],
  };
}
