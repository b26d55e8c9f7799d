/**
 * Runs reads one at a time; tenants take turns. A request for a read that is still waiting shares it, so that a hundred new streams of a project
 * read its snapshot once. A request never shares a read that has already started, because that may be older than the request.
 */
import type { Semaphore } from '@farebox/kernel';

export interface SharedRead<T> {
  /** The tenant's names: organization, project. */
  readonly tenant: readonly string[];
  /** Equal for equal reads of one tenant. */
  readonly about: string;
  readonly read: () => Promise<T>;
}

export type SharedReads<T> = (shared: SharedRead<T>) => Promise<T>;

/** @param turn may be shared by several kinds of reads. */
export function createSharedReads<T>(turn: Pick<Semaphore, 'take'>): SharedReads<T> {
  const waiting = new Map<string, Promise<T>>();
  async function inTurn({ tenant, about, read }: SharedRead<T>): Promise<T> {
    const leave = await turn.take({ key: tenant });
    waiting.delete(about);
    try {
      return await read();
    } finally {
      leave?.();
    }
  }
  return (shared) => {
    const asked = waiting.get(shared.about) ?? inTurn(shared);
    waiting.set(shared.about, asked);
    return asked;
  };
}
