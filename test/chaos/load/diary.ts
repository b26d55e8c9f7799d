/** The client's own log: every request and every response, one JSON line each. It is evidence, so nothing is left out or changed. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { dataIn, sentIn } from './evident.ts';
import type { Quoted } from './quoted.ts';
import { type Reply, type Asked, ask } from './request.ts';
import type { SentBytes } from './sound.ts';
import { parsed, shownFileIn, spoken } from './words.ts';

export type Act =
  | 'execute'
  | 'read'
  | 'cancel'
  | 'quote'
  | 'upload'
  | 'mismatch'
  | 'download'
  | 'activate'
  | 'address'
  | 'put'
  | 'resumed'
  | 'catalog'
  | 'batch'
  | 'batch-mismatch'
  | 'batch-quote'
  | 'batch-cancel'
  | 'agent'
  | 'agent-quote';

export interface Line {
  readonly act: Act;
  readonly projectId: string;
  /** Index of the project's key. */
  readonly lineage: number;
  readonly idempotencyKey?: string;
  readonly executionId?: string;
  /** The batch to cancel. */
  readonly batchId?: string;
  /** For a paid request: its quote, and the maximum that the client agrees to. */
  readonly quoted?: Quoted;
  readonly ceilingMicros?: number;
  /** Id of the quote that an agent executes; a quote is paid once. */
  readonly quoteId?: string;
  /** Seconds of `Prefer: wait`. */
  readonly waitSeconds?: number;
  /** Identifies the address of an upload without a key. */
  readonly address?: string;
  /** Digest of all bytes of an upload in parts. */
  readonly wholeSha256?: string;
  /** Bytes of an upload. */
  readonly bytes?: SentBytes;
}

export interface Diary {
  /** Sends the request and logs both it, before it is sent, and its response. */
  readonly ask: (line: Line, asked: Asked) => Promise<Reply>;
  readonly close: () => void;
}

export function openDiary(file: string): Diary {
  const descriptor = openSync(file, 'a');
  let number = 0;
  const write = (line: object): void => void writeSync(descriptor, `${JSON.stringify(line)}\n`);
  return {
    async ask(line, asked) {
      const request = ++number;
      const bodySha256 = asked.body === undefined ? null : createHash('sha256').update(asked.body).digest('hex');
      const { origin } = new URL(asked.url);
      write({
        at: new Date().toISOString(),
        request,
        ...line,
        gateway: origin,
        bodySha256,
        ...sentIn(line.act, asked.body),
      });
      const reply = await ask(asked);
      write({ at: new Date().toISOString(), replyTo: request, ...said(line.act, reply) });
      return reply;
    },
    close: () => closeSync(descriptor),
  };
}

/** The part of a response that is evidence. Bodies of uploads are not. */
function said(act: Act, reply: Reply): object {
  if (reply.kind === 'lost') return { lost: reply.reason };
  const { status, replayed, waited, text } = reply;
  const { data, error } = act.startsWith('agent') ? spoken(text) : parsed(text);
  return {
    status,
    replayed,
    ...(waited ? { waited } : {}),
    ...(error === undefined
      ? {}
      : { message: error.message, accepted: error.details?.accepted, fileId: error.details?.fileId }),
    ...(data?.id === undefined
      ? {}
      : {
          id: data.id,
          fileId: data.file?.id,
          executionStatus: data.status,
          chargedMicros: data.chargedMicros ?? null,
          cancelRequested: data.cancelRequested,
          file: shownFileIn(data),
        }),
    ...dataIn(act, text),
  };
}
