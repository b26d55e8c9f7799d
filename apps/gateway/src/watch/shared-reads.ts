/**
 * Runs reads one at a time. A request for a read that is still waiting shares it, so that a hundred new streams of a project
 * read its snapshot once. A request never shares a read that has already started, because that may be older than the request.
 */
import type { Semaphore } from '@farebox/kernel';

export type SharedReads<T> = (about: string, read: () => Promise<T>) => Promise<T>;

/** @param turn may be shared by several kinds of reads. */
export function createSharedReads<T>(turn: Pick<Semaphore, 'take'>): SharedReads<T> {
  const waiting = new Map<string, Promise<T>>();
  async function inTurn(about: string, read: () => Promise<T>): Promise<T> {
    const leave = await turn.take();
    waiting.delete(about);
    try {
      return await read();
    } finally {
      leave?.();
    }
  }
  return (about, read) => {
    const asked = waiting.get(about) ?? inTurn(about, read);
    waiting.set(about, asked);
    return asked;
  };
}
