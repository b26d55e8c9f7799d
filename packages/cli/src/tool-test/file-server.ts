/** The files of runs on this machine, as a gateway has them, with a record of all that a runner does with them. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Upload {
  readonly mimeType: string;
  readonly bytes: Buffer;
  /** Bytes that were sent, also if they were refused. */
  readonly sizeBytes: number;
}

export interface FileServer extends AsyncDisposable {
  /** @returns the URL of the bytes. */
  readonly offer: (bytes: Buffer) => string;
  /** @returns a URL that takes a file. */
  readonly take: (sizeBytesMax: number) => string;
  /** Lets its downloads wait. */
  readonly hold: (url: string, ms: number) => void;
  readonly downloads: (url: string) => number;
  readonly uploads: (url: string) => readonly Upload[];
}

interface Place {
  readonly bytes: Buffer | null;
  readonly sizeBytesMax: number;
  holdMs: number;
  downloads: number;
  readonly uploads: Upload[];
}

export async function openFileServer(): Promise<FileServer> {
  const places = new Map<string, Place>();
  const server = createServer((request, response) => {
    respond(places.get(request.url ?? ''), request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const add = (bytes: Buffer | null, sizeBytesMax: number): string => {
    const path = `/runner-files/${randomUUID()}`;
    places.set(path, { bytes, sizeBytesMax, holdMs: 0, downloads: 0, uploads: [] });
    return `${origin}${path}`;
  };
  const at = (url: string): Place | undefined => places.get(new URL(url).pathname);
  return {
    offer: (bytes) => add(bytes, 0),
    take: (sizeBytesMax) => add(null, sizeBytesMax),
    hold(url, ms) {
      const place = at(url);
      if (place !== undefined) place.holdMs = ms;
    },
    downloads: (url) => at(url)?.downloads ?? 0,
    uploads: (url) => at(url)?.uploads ?? [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(place: Place | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const expected = place?.bytes === null ? 'PUT' : 'GET';
  if (place === undefined || request.method !== expected) return void response.writeHead(404).end();
  if (place.bytes !== null) {
    place.downloads++;
    await pause(place.holdMs);
    return void response.end(place.bytes);
  }
  const { bytes, sizeBytes } = await received(request, place.sizeBytesMax);
  place.uploads.push({ bytes, sizeBytes, mimeType: request.headers['content-type'] ?? '' });
  if (sizeBytes > place.sizeBytesMax) return void response.writeHead(400).end('file_too_large');
  const [first] = place.uploads;
  return void response.writeHead(first?.bytes.equals(bytes) === true ? 200 : 409).end('{}');
}

/** Keeps no more than the limit. */
async function received(request: IncomingMessage, most: number): Promise<Pick<Upload, 'bytes' | 'sizeBytes'>> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes <= most) chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), sizeBytes };
}
