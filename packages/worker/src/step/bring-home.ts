/**
 * What was paid for is not lost to a store that is away: keeping it is tried again for as long as the claim is ours, and meanwhile it lies
 * on this machine's disk. Whoever has to leave before that leaves only what is safe there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { InvariantError } from '@tollgate/kernel';
import type { Held } from '../held.ts';
import type { Notes } from '../notes.ts';
import type { LocalEntry } from '../spool/local.ts';
import type { Spool } from '../spool/spool.ts';

const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 5000;

export interface Homeward {
  readonly spool: Spool;
  readonly held: Held;
  readonly notes: Notes;
}

/** Resolves once the answer and what it names are in the store. */
export async function bringHome(entry: LocalEntry, { spool, held, notes }: Homeward): Promise<void> {
  let isSafe = false;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    try {
      return await spool.put(entry);
    } catch (error) {
      if (error instanceof InvariantError) throw error;
      notes.warn(error, 'what was paid for cannot be stored yet; trying again');
      isSafe ||= await spool.keepHere(entry);
      if (isSafe) held.leaving.signal.throwIfAborted();
      await sleep(pauseMs, undefined, isSafe ? { signal: held.leaving.signal } : {});
    }
  }
}
