/**
 * Tracks the own tools on offer. It polls for changes twice a second. A stored manifest that this release cannot offer is
 * left out with a warning, and all other tools stay on offer.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type OwnTool, ownTool, trialProblem } from '@farebox/catalog';
import { within } from '@farebox/kernel';
import type { Logger } from '@farebox/telemetry';
import { type OfferedVersion, readTool, type ToolChange, type ToolChanges, type ToolReader } from '@farebox/tools';
import { createPoll, type Poll } from './poll.ts';

export interface ToolWatch extends Poll {
  /** In the order of names; the same array until a tool changes. Null until they were read once. */
  readonly offered: () => readonly OwnTool[] | null;
}

export interface ToolWatchOptions {
  readonly reader: Pick<ToolReader, 'changes'>;
  readonly logger: Pick<Logger, 'warn'>;
}

const RESPONSE_MS = 2_000;

interface Known {
  readonly timeline: number;
  readonly revision: number;
  readonly byName: ReadonlyMap<string, OwnTool>;
  readonly offered: readonly OwnTool[];
}

export function createToolWatch({ reader, logger }: ToolWatchOptions): ToolWatch {
  let known: Known | null = null;
  const poll = createPoll({
    read: async () => void (known = await learn({ reader, logger, known })),
    failing: 'published tools cannot be read; the last known tools stay on offer',
    logger,
  });
  return { offered: () => known?.offered ?? null, ...poll };
}

interface Learning extends ToolWatchOptions {
  readonly known: Known | null;
}

async function learn({ reader, logger, known }: Learning): Promise<Known> {
  const first = await changesAfter(reader, known?.revision ?? 0);
  if (known === null) return await withPages(null, first, { reader, logger });
  if (known.timeline === first.timeline) return await withPages(known, first, { reader, logger });
  // After a failover or a restore the database may lack changes that were read before.
  return await withPages(null, await changesAfter(reader, 0), { reader, logger });
}

/** Reads on until nothing is new: a gateway that starts offers all tools or none. */
async function withPages(
  known: Known | null,
  first: ToolChanges,
  { reader, logger }: ToolWatchOptions,
): Promise<Known> {
  let latest = known ?? (await withChanges(null, first, logger));
  let page = known === null ? await changesAfter(reader, latest.revision) : first;
  // Pages of another timeline are left to the next poll.
  while (page.tools.length > 0 && page.timeline === latest.timeline) {
    latest = await withChanges(latest, page, logger);
    page = await changesAfter(reader, latest.revision);
  }
  return latest;
}

const changesAfter = (reader: ToolWatchOptions['reader'], revision: number): Promise<ToolChanges> =>
  within(RESPONSE_MS, 'published tools', reader.changes(revision));

async function withChanges(
  known: Known | null,
  { timeline, tools }: ToolChanges,
  logger: ToolWatchOptions['logger'],
): Promise<Known> {
  const byName = new Map(known?.byName);
  for (const { name, active } of tools) {
    byName.delete(name);
    const tool = active === null ? null : readOffered(name, active, logger);
    if (tool !== null) byName.set(name, tool);
    // A manifest takes milliseconds to read: no request waits for all of them.
    await nextTurn();
  }
  const offered = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { timeline, revision: revisionOf(tools, known?.revision ?? 0), byName, offered };
}

const revisionOf = (tools: readonly ToolChange[], least: number): number =>
  tools.reduce((highest, { revision }) => Math.max(highest, revision), least);

/** Null if this release cannot offer it: a newer release may have published it, or somebody changed the database. */
function readOffered(name: string, stored: OfferedVersion, logger: ToolWatchOptions['logger']): OwnTool | null {
  const problem = (why: unknown): null => {
    logger.warn({ tool: name, version: stored.version, problem: why }, 'a published tool cannot be offered');
    return null;
  };
  try {
    const read = readTool(JSON.parse(stored.manifest));
    if (!read.ok) return problem(read.problems);
    if (read.manifest.name !== name || read.digest !== stored.digest) return problem('it is another manifest');
    const tool = ownTool(read, stored.version);
    const unsellable = trialProblem(tool);
    return unsellable === null ? tool : problem(unsellable);
  } catch (error) {
    return problem(error instanceof Error ? error.message : String(error));
  }
}
