/**
 * One open response of server-sent events. What a client does not read in time is not kept: of each thing the latest state waits for it, and
 * who reads nothing at all is closed.
 */
import type { ServerResponse } from 'node:http';

export interface EventFrame {
  readonly event: 'execution' | 'end' | 'snapshot' | 'position';
  /** What the next connection may begin from. */
  readonly id?: string;
  /** JSON, in one line. */
  readonly data: string;
}

export interface EventStream {
  /** @param about of two frames about one thing that wait for the client only the later is sent. */
  readonly send: (about: string, frame: EventFrame) => void;
  /** What is sent now has to wait, because of what the client has not taken. */
  readonly isFull: () => boolean;
  /** Called back whenever the client has taken what was written. */
  readonly onDrain: (listener: () => void) => void;
  /** After what was sent. */
  readonly end: () => void;
  /** A comment, so that nobody between takes the connection for dead. Closes a client that has taken nothing since the last one. */
  readonly beat: () => void;
  /** Asks the client to come back, at a moment of its own, and ends. */
  readonly leave: () => void;
}

/** Written and not taken by the client, beyond what its socket holds. */
const UNREAD_BYTES_MAX = 64 * 1024;
const [RETRY_MS, RETRY_MS_MORE] = [2_000, 3_000];
/** When a gateway stops, all of its clients come back; spread over this. */
const LEAVE_MS_MORE = 15_000;

export function createEventStream(response: ServerResponse): EventStream {
  const waiting = new Map<string, string>();
  let isEnding = false;
  let unreadBytes = 0;
  const isFull = (): boolean => response.writableLength > UNREAD_BYTES_MAX;
  /** Whoever ended it, its client may still be taking what came before; what is written after it would be an error that ends the process. */
  const isOver = (): boolean => response.writableEnded;
  function flush(): void {
    if (isOver()) return;
    for (const [about, text] of waiting) {
      if (isFull()) return;
      waiting.delete(about);
      response.write(text);
    }
    if (isEnding) response.end();
  }
  response.on('drain', flush);
  response.write(`retry: ${atRandom(RETRY_MS, RETRY_MS_MORE)}\n\n`);

  return {
    isFull: () => waiting.size > 0 || isFull(),
    onDrain: (listener) => void response.on('drain', listener),
    send(about, { event, id, data }) {
      if (isOver()) return;
      const text = `event: ${event}\ndata: ${data}\n\n`;
      // What waits may be sent out of its turn, so that it names no place to begin from.
      if (waiting.size > 0 || isFull()) waiting.set(about, text);
      else response.write(id === undefined ? text : `id: ${id}\n${text}`);
    },
    end() {
      isEnding = true;
      if (waiting.size === 0) response.end();
    },
    beat() {
      const { writableLength } = response;
      if (writableLength > 0 && writableLength >= unreadBytes && unreadBytes > 0) return void response.destroy();
      unreadBytes = writableLength;
      if (writableLength === 0 && !isOver()) response.write(':\n\n');
    },
    leave() {
      if (!isOver()) response.end(`retry: ${atRandom(1_000, LEAVE_MS_MORE)}\n\n`);
    },
  };
}

const atRandom = (least: number, more: number): number => least + Math.floor(Math.random() * more);
