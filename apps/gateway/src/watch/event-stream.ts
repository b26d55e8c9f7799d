/**
 * One open response of server-sent events. Unread events are not queued: for each subject only the latest state waits for a
 * slow client, and a client that reads nothing is disconnected.
 */
import type { ServerResponse } from 'node:http';

export interface EventFrame {
  readonly event: 'execution' | 'batch' | 'end' | 'snapshot' | 'position';
  /** Position from which the next connection can resume. */
  readonly id?: string;
  /** JSON on one line. */
  readonly data: string;
}

export interface EventStream {
  /** @param about subject of the frame: of several waiting frames with the same subject only the last is sent. */
  readonly send: (about: string, frame: EventFrame) => void;
  /** True if a frame would have to wait, because the client has not read earlier ones. */
  readonly isFull: () => boolean;
  /** The listener is called whenever the client has read all written bytes. */
  readonly onDrain: (listener: () => void) => void;
  /** Ends the stream after the frames sent before. */
  readonly end: () => void;
  /**
   * Sends a comment, so that no proxy closes the connection as idle. Disconnects a client that has read nothing since the
   * last one.
   */
  readonly beat: () => void;
  /** Asks the client to reconnect after a random delay, and ends the stream. */
  readonly leave: () => void;
}

/** Written bytes that the client has not read, beyond those that its socket holds. */
const UNREAD_BYTES_MAX = 64 * 1024;
const [RETRY_MS, RETRY_MS_MORE] = [2_000, 3_000];
/** When a gateway stops, the reconnections of its clients are spread over this time. */
const LEAVE_MS_MORE = 15_000;

export function createEventStream(response: ServerResponse): EventStream {
  const waiting = new Map<string, string>();
  let isEnding = false;
  let unreadBytes = 0;
  const isFull = (): boolean => response.writableLength > UNREAD_BYTES_MAX;
  /** After the end the client may still be reading. Another write would be an error that ends the process. */
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
      // A waiting frame may be sent out of order, so it carries no position to resume from.
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
