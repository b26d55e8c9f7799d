/** The live runners of all tools that are offered, for look-ups of costs that a runner states after the end of a run. */
import { runnerEntry } from '@farebox/catalog';
import type { Manifest } from '@farebox/manifest';
import type { ToolReader } from '@farebox/tools';
import type { Asked } from '../invoices.ts';
import { entryOf, type RunnerSettings } from './entries.ts';

export type AskedRunners = () => Promise<readonly Asked[]>;

/** A tool keeps its last address after it is retired, as long as this process lives. */
export function createAskedRunners(reader: Pick<ToolReader, 'changes'>, settings: RunnerSettings): AskedRunners {
  const manifests = new Map<string, Manifest>();
  let known: { readonly timeline: number; readonly revision: number } = { timeline: 0, revision: 0 };
  return async () => {
    let changes = await reader.changes(known.revision);
    // After a failover, revisions may stand for other changes.
    if (changes.timeline !== known.timeline && known.revision > 0) changes = await reader.changes(0);
    for (; changes.tools.length > 0; changes = await reader.changes(known.revision)) {
      for (const { name, active } of changes.tools)
        if (active !== null) manifests.set(name, JSON.parse(active.manifest) as Manifest);
      known = { timeline: changes.timeline, revision: Math.max(...changes.tools.map((tool) => tool.revision)) };
    }
    return [...manifests].flatMap(([name, manifest]) => {
      // A look-up for a cost reads no files, so their number does not matter.
      const called = {
        provider: runnerEntry(name, { isTest: false }),
        side: 'live',
        outputs: 0,
        findings: () => {},
      } as const;
      const entry = entryOf(manifest, called, settings);
      return entry === null ? [] : [entry.adapter];
    });
  };
}
