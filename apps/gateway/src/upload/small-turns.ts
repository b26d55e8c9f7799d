/**
 * Reading uploads uses CPU on the thread that handles all requests. So all uploads together process one small piece per
 * turn of the event loop: any other request waits for that piece at most, never for all uploaded bytes. Organizations take
 * turns, then their projects: six uploads of one tenant delay an upload of another by one piece, not by six.
 */

import { setImmediate } from 'node:timers/promises';
import { createSemaphore } from '@farebox/kernel';

export interface SmallTurns {
  /**
   * Yields the same bytes in small pieces, each in a turn of its own.
   * @param tenant ids of the organization and the project
   */
  readonly paced: (body: AsyncIterable<Buffer>, tenant: readonly [string, string]) => AsyncGenerator<Buffer>;
}

/** Takes a quarter of a millisecond to scan, decode and hash. */
const PIECE_BYTES = 16 * 1024;

export function createSmallTurns(): SmallTurns {
  const turns = createSemaphore({ slots: 1 });
  /** Released before the piece is processed, because that may have to wait for memory. */
  async function turn(key: readonly string[]): Promise<void> {
    const leave = await turns.take({ key });
    await setImmediate();
    leave?.();
  }

  return {
    async *paced(body, tenant) {
      for await (const chunk of body) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          await turn(tenant);
          yield chunk.subarray(at, at + PIECE_BYTES);
        }
      }
    },
  };
}
