/**
 * Reads one after the other. Who asks for what somebody waits for already is answered with it, so that a hundred streams of one project that begin together
 * read its snapshot once; but never with what has begun to be read, which may be older than the question.
 */
import type { Semaphore } from '@farebox/kernel';

export type SharedReads<T> = (about: string, read: () => Promise<T>) => Promise<T>;

/** @param turn may be one of several kinds of reads. */
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
