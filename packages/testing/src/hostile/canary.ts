/** A listener that must never be reached: its address is hidden in hostile files. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Damage, oneOf, within } from './damage.ts';

export interface Canary extends AsyncDisposable {
  readonly url: string;
  /** Number of connections so far. */
  readonly heard: () => number;
}

export async function openCanary(): Promise<Canary> {
  let heard = 0;
  const server = createServer((socket) => {
    heard++;
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/canary.mp3`,
    heard: () => heard,
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close');
    },
  };
}

/** Damage that inserts a playlist or a list of playlists: instead of the file, after it, or over a part of it. */
export function pointing(url: string): Damage {
  const lists = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${url}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile '${url}'\n`,
    `<?xml version="1.0"?><MPD><BaseURL>${url}</BaseURL></MPD>`,
    `concat:${url}|file:///etc/passwd`,
  ] as const;
  return (bytes, random) => {
    const list = Buffer.from(oneOf(lists, random));
    const at = within(random, bytes.length);
    const hide = oneOf(
      [
        () => list,
        () => Buffer.concat([bytes, list]),
        () => Buffer.concat([list, bytes]),
        () => Buffer.concat([bytes.subarray(0, at), list, bytes.subarray(at + list.length)]),
      ],
      random,
    );
    return hide();
  };
}
