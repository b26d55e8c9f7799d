/**
 * Stores paid results outside of the database, which may be unavailable longer than a lease, and outside of this
 * process, which may die before it records them. A claim that finds the step open takes the response from here instead
 * of looking it up or sending again. A success is never replaced, so a late worker (one that was paused) overwrites
 * nothing.
 */
import { type ArtifactStore, writeProbe } from '@farebox/storage';
import { callResultKey, receivedKey } from '@farebox/files';
import type { Observer } from '../observer.ts';
import { putVerified } from '../step/artifacts.ts';
import { fewAtOnce } from '../step/few-at-once.ts';
import { type CallResult, type StepLocation, encode } from './call-result.ts';
import { type LocalEntry, bytesOf, createLocalSpool, isWholeHere } from './local.ts';
import { isWhole, readCallResult } from './stored.ts';

export interface SpoolOptions {
  readonly artifacts: ArtifactStore;
  /** Folder on this machine's disk. */
  readonly directory: string;
  readonly observer: Observer;
}

export interface Spool {
  /** Like `find`, and also verifies that the store accepts writes, at most once a second. */
  readonly ready: (location: StepLocation) => Promise<CallResult | null>;
  /** The stored result of this step, complete and with all its artifacts. Rejects while the store is unavailable. */
  readonly find: (location: StepLocation) => Promise<CallResult | null>;
  /** Writes artifacts and response into the store. Rejects while it is unavailable; safe to repeat. */
  readonly put: (entry: LocalEntry) => Promise<void>;
  /** Stores it on this machine while the store is unavailable. Returns whether it is safe there. */
  readonly keepHere: (entry: LocalEntry) => Promise<boolean>;
  /** Keeps a response that nobody could read, for the operator. Never rejects: without it the review is only harder. */
  readonly receive: (location: StepLocation, bytes: Buffer) => Promise<void>;
  /** Called once the database has it. Objects that cannot be removed now are removed later as orphans. */
  readonly forget: (location: StepLocation) => Promise<void>;
  /** Moves entries of this machine into the store; `then` is called with each response that is now stored. */
  readonly flush: (then?: (entry: LocalEntry) => Promise<void>) => Promise<void>;
}

const JSON_TYPE = 'application/json';
const UNKNOWN_TYPE = 'application/octet-stream';
const PROBE_AGE_MS = 1000;

export function createSpool({ artifacts, directory, observer }: SpoolOptions): Spool {
  const local = createLocalSpool(directory);
  const probe = createProbe(artifacts);

  async function find(location: StepLocation): Promise<CallResult | null> {
    const callResult = (await readCallResult(artifacts, location)) ?? (await flushOne(await wholeAt(location)));
    if (callResult === null) return null;
    if (await isWhole(artifacts, callResult)) return callResult;
    observer.warn('an artifact is missing', 'a stored result cannot be used', { ...location });
    return null;
  }

  /** Null also for an entry that this disk has damaged: it can never be repaired, so a claim must not wait for it. */
  async function wholeAt(location: StepLocation): Promise<LocalEntry | null> {
    const entry = await local.at(location);
    if (entry === null || (await isWholeHere(entry))) return entry;
    observer.warn('the content differs from what was stored', 'a paid result on this disk cannot be used', {
      ...location,
    });
    return null;
  }

  async function flushOne(
    entry: LocalEntry | null,
    then?: (entry: LocalEntry) => Promise<void>,
  ): Promise<CallResult | null> {
    if (entry === null) return null;
    await put(entry);
    await then?.(entry);
    await local.remove(entry.location);
    return entry.callResult;
  }

  const put = (entry: LocalEntry): Promise<void> => putInto(artifacts, entry);

  return {
    async ready(location) {
      await probe();
      return await find(location);
    },
    find,
    put,
    async keepHere(entry) {
      try {
        await local.keep(entry);
        return true;
      } catch (error) {
        observer.warn(error, 'a paid result cannot be stored on this disk', { ...entry.location });
        return false;
      }
    },
    async forget(location) {
      await local.remove(location).catch(() => {});
      await artifacts.remove([callResultKey(location)]).catch((error: unknown) => {
        observer.warn(error, 'a stored result is left to retention', { ...location });
      });
    },
    receive: (location, bytes) => receive({ artifacts, observer }, location, bytes),
    async flush(then) {
      await local.tidy();
      const flushing = (entry: LocalEntry): Promise<unknown> => flushOne(entry, then);
      await eachByItself(await local.entries(), flushing, artifacts);
    },
  };
}

async function receive(
  { artifacts, observer }: Pick<SpoolOptions, 'artifacts' | 'observer'>,
  location: StepLocation,
  bytes: Buffer,
): Promise<void> {
  await putReceived(artifacts, location, bytes).catch((error: unknown) => {
    observer.warn(error, 'a response that could not be read is not kept', { ...location });
  });
}

const putReceived = (artifacts: ArtifactStore, location: StepLocation, bytes: Buffer) =>
  artifacts.put(receivedKey(location), bytes, { mimeType: UNKNOWN_TYPE, sizeBytes: bytes.length });

async function putInto(artifacts: ArtifactStore, { location, callResult, paths, received }: LocalEntry): Promise<void> {
  await fewAtOnce(callResult.step.artifacts, async (artifact, n) => {
    const { objectKey, mimeType } = artifact;
    await putVerified(objectKey, { path: paths[n] as string, mimeType, content: artifact }, artifacts);
  });
  const before = await readCallResult(artifacts, location);
  if (before?.kind === 'succeeded') return;
  if (received !== undefined) await putReceived(artifacts, location, await bytesOf(received));
  const body = encode(location, callResult);
  await artifacts.put(callResultKey(location), body, { mimeType: JSON_TYPE, sizeBytes: body.length });
}

/**
 * An entry that cannot be moved does not block the others. While the store is unavailable, the loop ends, because each
 * would wait for it.
 */
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

/** Writes at most once a second, however many callers there are. */
function createProbe(artifacts: ArtifactStore): () => Promise<void> {
  let probed: { readonly atMs: number; readonly probe: Promise<void> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (probed === undefined || nowMs - probed.atMs > PROBE_AGE_MS)
      probed = { atMs: nowMs, probe: writeProbe(artifacts) };
    return probed.probe;
  };
}
