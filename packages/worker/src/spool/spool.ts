/**
 * Remembers what was paid for outside of the database, which may be away for longer than a lease, and beyond this process, which may
 * die with the response in hand. Any claim that finds the step open takes the response from here instead of asking or sending again. A
 * success is never replaced, so that whoever comes late (a worker that was paused) overwrites nothing.
 */
import type { ArtifactStore } from '@farebox/storage';
import { callResultKey } from '@farebox/files';
import type { Observer } from '../observer.ts';
import { putVerified } from '../step/artifacts.ts';
import { fewAtOnce } from '../step/few-at-once.ts';
import { type CallResult, type Place, encode } from './call-result.ts';
import { type LocalEntry, createLocalSpool, isWholeHere } from './local.ts';
import { isWhole, readCallResult } from './stored.ts';

export interface SpoolOptions {
  readonly artifacts: ArtifactStore;
  /** On this machine's disk. */
  readonly directory: string;
  readonly observer: Observer;
}

export interface Spool {
  /** As `find`, and proves that the store takes writes; of that it asks once a second at most. */
  readonly ready: (place: Place) => Promise<CallResult | null>;
  /** What was remembered of this step, whole and with every artifact that it names. Rejects while the store is away. */
  readonly find: (place: Place) => Promise<CallResult | null>;
  /** Puts artifacts and answer into the store. Rejects while it is away; safe to repeat. */
  readonly put: (entry: LocalEntry) => Promise<void>;
  /** On this machine, for as long as the store is away. Answers whether it is safe there. */
  readonly keepHere: (entry: LocalEntry) => Promise<boolean>;
  /** Once the database has it. What cannot be removed now is collected with the objects that no row names. */
  readonly forget: (place: Place) => Promise<void>;
  /** Brings what lies on this machine into the store; `then` hears of each response that is there now. */
  readonly flush: (then?: (entry: LocalEntry) => Promise<void>) => Promise<void>;
}

const JSON_TYPE = 'application/json';
const PROBE = { key: `projects/probe-${process.pid}`, body: Buffer.from('{}') } as const;
const PROBE_AGE_MS = 1000;

export function createSpool({ artifacts, directory, observer }: SpoolOptions): Spool {
  const local = createLocalSpool(directory);
  const probe = createProbe(artifacts);

  async function find(place: Place): Promise<CallResult | null> {
    const callResult = (await readCallResult(artifacts, place)) ?? (await flushOne(await wholeAt(place)));
    if (callResult === null) return null;
    if (await isWhole(artifacts, callResult)) return callResult;
    observer.warn('an artifact is missing', 'a remembered result cannot be used', { ...place });
    return null;
  }

  /** Null also for one that this disk has damaged: nothing will ever make it whole, and whoever claims it is not to wait for that. */
  async function wholeAt(place: Place): Promise<LocalEntry | null> {
    const entry = await local.at(place);
    if (entry === null || (await isWholeHere(entry))) return entry;
    observer.warn('other bytes than were kept', 'a paid result on this disk cannot be used', { ...place });
    return null;
  }

  async function flushOne(
    entry: LocalEntry | null,
    then?: (entry: LocalEntry) => Promise<void>,
  ): Promise<CallResult | null> {
    if (entry === null) return null;
    await put(entry);
    await then?.(entry);
    await local.remove(entry.place);
    return entry.callResult;
  }

  const put = (entry: LocalEntry): Promise<void> => putInto(artifacts, entry);

  return {
    async ready(place) {
      await probe();
      return await find(place);
    },
    find,
    put,
    async keepHere(entry) {
      try {
        await local.keep(entry);
        return true;
      } catch (error) {
        observer.warn(error, 'a paid result cannot be kept on this disk', { ...entry.place });
        return false;
      }
    },
    async forget(place) {
      await local.remove(place).catch(() => {});
      await artifacts.remove([callResultKey(place)]).catch((error: unknown) => {
        observer.warn(error, 'a remembered result is left to retention', { ...place });
      });
    },
    async flush(then) {
      await local.tidy();
      const flushing = (entry: LocalEntry): Promise<unknown> => flushOne(entry, then);
      await eachByItself(await local.entries(), flushing, artifacts);
    },
  };
}

async function putInto(artifacts: ArtifactStore, { place, callResult, paths }: LocalEntry): Promise<void> {
  await fewAtOnce(callResult.step.artifacts, async (artifact, n) => {
    const { objectKey, mimeType } = artifact;
    await putVerified(objectKey, { path: paths[n] as string, mimeType, content: artifact }, artifacts);
  });
  const before = await readCallResult(artifacts, place);
  if (before?.kind === 'succeeded') return;
  const body = encode(place, callResult);
  await artifacts.put(callResultKey(place), body, { mimeType: JSON_TYPE, sizeBytes: body.length });
}

/** One that cannot be brought home keeps none of the others; while the store is away each would only wait for it. */
async function eachByItself(
  entries: readonly LocalEntry[],
  flush: (entry: LocalEntry) => Promise<unknown>,
  artifacts: Pick<ArtifactStore, 'ready'>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const entry of entries) {
    try {
      await flush(entry);
    } catch (error) {
      await artifacts.ready();
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Writes at most once a second, however many ask. */
function createProbe(artifacts: ArtifactStore): () => Promise<void> {
  let probed: { readonly atMs: number; readonly probe: Promise<void> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (probed === undefined || nowMs - probed.atMs > PROBE_AGE_MS)
      probed = { atMs: nowMs, probe: writeProbe(artifacts) };
    return probed.probe;
  };
}

async function writeProbe(artifacts: ArtifactStore): Promise<void> {
  await artifacts.ready();
  await artifacts.put(PROBE.key, PROBE.body, { mimeType: JSON_TYPE, sizeBytes: PROBE.body.length });
  await artifacts.remove([PROBE.key]);
}
