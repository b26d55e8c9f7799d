/** Reads of the database before a call: while it is away, the call is neither sent nor settled. */
import { TryLater } from '@farebox/worker';

const STORE_SECONDS = 5;

/** Rejects with TryLater if the read fails. */
export const orTryLater = <Value>(read: Promise<Value>): Promise<Value> =>
  read.catch((error: unknown) => {
    throw new TryLater(STORE_SECONDS, { cause: error });
  });
