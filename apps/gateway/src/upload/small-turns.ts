/**
 * Reading uploads is work for the processor, on the thread that answers everybody. So all uploads together do one small piece of it in
 * each turn of the event loop: whoever asks for something else waits for that piece, never for what all uploads have sent.
 */

import { setImmediate } from 'node:timers/promises';
import { createSemaphore } from '@farebox/kernel';

export interface SmallTurns {
  /** The same bytes, in pieces, each when it is its turn. */
  readonly paced: (body: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>;
}

/** Scanned, decoded and hashed in a quarter of a millisecond. */
const PIECE_BYTES = 16 * 1024;

export function createSmallTurns(): SmallTurns {
  const turns = createSemaphore({ places: 1 });
  /** Given back before the piece is read, which may have to wait for room. */
  async function turn(): Promise<void> {
    const leave = await turns.take();
    await setImmediate();
    leave?.();
  }

  return {
    async *paced(body) {
      for await (const chunk of body) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          await turn();
          yield chunk.subarray(at, at + PIECE_BYTES);
        }
      }
    },
  };
}
