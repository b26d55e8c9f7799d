/** Caps the bytes of all uploads in memory at once. Those that find no room wait, but not many and not for long. */
import { unavailable } from './failure.ts';

export interface UploadBudget {
  /** Resolves with the release, to be called exactly once. Throws `service_unavailable`. */
  readonly acquire: (bytes: number) => Promise<() => void>;
}

export interface UploadBudgetOptions {
  readonly bytesMax: number;
  readonly waitingMax: number;
  readonly waitMs: number;
}

interface Waiting {
  readonly bytes: number;
  readonly admit: () => void;
}

export function createUploadBudget({ bytesMax, waitingMax, waitMs }: UploadBudgetOptions): UploadBudget {
  const waiting = new Set<Waiting>();
  let usedBytes = 0;

  const hasRoom = (bytes: number): boolean => usedBytes === 0 || usedBytes + bytes <= bytesMax;

  function take(bytes: number): () => void {
    usedBytes += bytes;
    return () => {
      usedBytes -= bytes;
      admitNext();
    };
  }

  /** First come, first served: a big upload is not passed by small ones for ever. */
  function admitNext(): void {
    for (const next of waiting) {
      if (!hasRoom(next.bytes)) return;
      waiting.delete(next);
      next.admit();
    }
  }

  function wait(bytes: number): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(entry);
        reject(unavailable('service_unavailable'));
        admitNext();
      }, waitMs);
      const admit = (): void => {
        clearTimeout(timer);
        resolve(take(bytes));
      };
      const entry: Waiting = { bytes, admit };
      waiting.add(entry);
    });
  }

  return {
    acquire: async (bytes) => {
      if (waiting.size === 0 && hasRoom(bytes)) return take(bytes);
      if (waiting.size >= waitingMax) throw unavailable('service_unavailable');
      return await wait(bytes);
    },
  };
}
