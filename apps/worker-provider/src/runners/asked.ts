/**
 * The live runners of all tools that are offered, and of retired ones whose costs are awaited, for look-ups of costs that a
 * runner states after the end of a run. Nothing is offered by it.
 */
import { runnerEntry } from '@farebox/catalog';
import type { Manifest } from '@farebox/manifest';
import type { ProviderCosts } from '@farebox/providers';
import type { ToolReader } from '@farebox/tools';
import type { Asked } from '../invoices.ts';
import { entryOf, type RunnerSettings } from './entries.ts';

export type AskedRunners = () => Promise<readonly Asked[]>;

export interface AskedRunnersOptions {
  readonly reader: ToolReader;
  readonly awaited: ProviderCosts['awaited'];
  readonly settings: RunnerSettings;
}

/** A tool keeps its last address after it is retired, as long as this process lives. */
export function createAskedRunners({ reader, awaited, settings }: AskedRunnersOptions): AskedRunners {
  const manifests = new Map<string, Manifest>();
  /** Retired tools whose address this process does not know, by their entries. */
  const unknown = new Map<string, string>();
  let known: { readonly timeline: number; readonly revision: number } = { timeline: 0, revision: 0 };

  async function readChanges(): Promise<void> {
    let changes = await reader.changes(known.revision);
    // After a failover, revisions may stand for other changes.
    if (changes.timeline !== known.timeline && known.revision > 0) changes = await reader.changes(0);
    for (; changes.tools.length > 0; changes = await reader.changes(known.revision)) {
      for (const { name, active, isRetired } of changes.tools) {
        if (active !== null) manifests.set(name, JSON.parse(active.manifest) as Manifest);
        if (manifests.has(name)) unknown.delete(liveEntryOf(name));
        else if (isRetired) unknown.set(liveEntryOf(name), name);
      }
      known = { timeline: changes.timeline, revision: Math.max(...changes.tools.map((tool) => tool.revision)) };
    }
  }

  /** Which version was active last is not on record, and a later one may never have been offered: the one that was sold counts. */
  async function readRetired(): Promise<void> {
    if (unknown.size === 0) return;
    for (const [provider, version] of await awaited([...unknown.keys()])) {
      const name = unknown.get(provider);
      const stored = name === undefined ? null : await reader.version(name, Number(version));
      if (stored === null) continue;
      manifests.set(stored.name, JSON.parse(stored.manifest) as Manifest);
      unknown.delete(provider);
    }
  }

  return async () => {
    await readChanges();
    await readRetired();
    return [...manifests].flatMap(([name, manifest]) => {
      // A look-up for a cost reads no files, so their number does not matter.
      const called = { provider: liveEntryOf(name), side: 'live', outputs: 0, findings: () => {} } as const;
      const entry = entryOf(manifest, called, settings);
      return entry === null ? [] : [entry.adapter];
    });
  };
}

const liveEntryOf = (name: string): string => runnerEntry(name, { isTest: false });
