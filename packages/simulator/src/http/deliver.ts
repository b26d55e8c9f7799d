/** Sends a reply over its socket, including faults. It does not wait for a disconnected caller. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpResponse, Reply } from './response.ts';

/** `crash` is the crash of the whole server; `stop` aborts when it is closed. */
export interface Delivery {
  readonly response: ServerResponse;
  readonly crash: () => void;
  readonly stop: AbortSignal;
}

export async function deliver(reply: Reply, { response, crash, stop }: Delivery): Promise<void> {
  switch (reply.kind) {
    case 'httpResponse':
      if (await waited(reply.afterMs, response, stop)) send(response, reply.httpResponse);
      return;
    case 'half':
      return sendHalf(response, reply.httpResponse);
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'crash':
      return crash();
    case 'silence':
      return;
  }
}

/** False if the caller has disconnected. */
async function waited(ms: number, response: ServerResponse, stop: AbortSignal): Promise<boolean> {
  if (ms <= 0) return true;
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    await pause(ms, undefined, { signal: AbortSignal.any([stop, gone.signal]) });
    return true;
  } catch {
    return false;
  }
}

function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.end(body);
}

function sendHalf(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, { ...headers, 'content-length': body.length });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
}
