/**
 * Tracks the published prices in force, by the database's clock. It polls for changes twice a second, so that a table is
 * known before it takes effect; between two polls a monotonic clock is used. A version is recorded in the database before
 * it is quoted.
 */
import type { PriceTable } from '@farebox/catalog';
import { type Clock, within } from '@farebox/kernel';
import {
  createPriceBook,
  type OfferedTo,
  type OfferedVersion,
  type PriceBook,
  type PriceChange,
  type PriceReader,
} from '@farebox/prices';
import type { Logger } from '@farebox/telemetry';
import { createPoll } from './poll.ts';

export interface PriceWatch {
  /** Null until prices were read once. */
  readonly offeredTo: (projectId: string) => OfferedTo | null;
  /** Reads prices now. Rejects when the database does not answer. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

export interface PriceWatchOptions {
  readonly reader: PriceReader;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly logger: Pick<Logger, 'warn'>;
  /** The price table of this release. */
  readonly code: PriceTable;
}

const RESPONSE_MS = 2_000;

interface Known {
  readonly book: PriceBook;
  readonly timeline: number;
  /** Versions recorded in the database. */
  readonly entered: ReadonlySet<string>;
  /** The database's clock minus the monotonic clock. */
  readonly aheadMs: number;
}

export function createPriceWatch({ reader, clock, logger, code }: PriceWatchOptions): PriceWatch {
  let known: Known | null = null;
  const poll = createPoll({
    read: async () => void (known = await learn({ reader, clock, code, known })),
    failing: 'published prices cannot be read; the last known prices stay in force',
    logger,
  });
  return {
    offeredTo: (projectId) => known?.book.offeredTo(projectId, clock.monotonicMs() + known.aheadMs) ?? null,
    ...poll,
  };
}

interface Asked extends Omit<PriceWatchOptions, 'logger'> {
  readonly known: Known | null;
}

async function learn({ reader, clock, code, known }: Asked): Promise<Known> {
  const sentMs = clock.monotonicMs();
  const first = await changesAfter(reader, known?.book.revision ?? 0);
  const aheadMs = first.atMs - (sentMs + clock.monotonicMs()) / 2;
  const { timeline } = first;
  // After a failover or a restore the database may lack versions that were recorded before.
  const base =
    known !== null && known.timeline === timeline ? known : { book: createPriceBook(code.tools), entered: NONE };
  const isAnew = base.book.revision === 0;
  const change = isAnew ? await everything({ reader, code }) : first;
  if (change.tables.length === 0 && change.terms.length === 0) return { ...base, timeline, aheadMs };
  const book = base.book.learned(change);
  return { book, timeline, aheadMs, entered: await enter(reader, book.versions(change.atMs), base.entered) };
}

const NONE: ReadonlySet<string> = new Set();

async function everything({ reader, code }: Pick<Asked, 'reader' | 'code'>): Promise<PriceChange> {
  const found = await changesAfter(reader, 0);
  if (found.tables.length > 0) return found;
  await within(RESPONSE_MS, 'the first prices', reader.seed(code));
  return await changesAfter(reader, 0);
}

const changesAfter = (reader: PriceReader, revision: number): Promise<PriceChange> =>
  within(RESPONSE_MS, 'published prices', reader.changes(revision));

async function enter(
  reader: PriceReader,
  versions: readonly OfferedVersion[],
  entered: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const unknown = versions.filter(({ version }) => !entered.has(version));
  if (unknown.length > 0) await within(RESPONSE_MS, 'price versions', reader.enter(unknown));
  return new Set([...entered, ...unknown.map(({ version }) => version)]);
}
