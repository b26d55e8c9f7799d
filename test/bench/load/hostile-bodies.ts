/** Bodies by which a hostile tenant tries to slow down others: the worst that was found of each kind. */
import { crc32, deflateSync } from 'node:zlib';

export const HOSTILE_KINDS = ['plain', 'escapes', 'crumbs', 'pixels', 'refused', 'json', 'stalled'] as const;
export type HostileKind = (typeof HOSTILE_KINDS)[number];

export interface HostileBody {
  readonly path: string;
  /** Sent in order, each `times` times. The last part may be missing, so that the server waits for it. */
  readonly parts: readonly { readonly text: string; readonly times: number }[];
  readonly chunkBytes: number;
  readonly isWhole: boolean;
}

const MIB = 1024 * 1024;
const UPLOAD = '/tools/upload';
const START = '{"mimeType":"image/png","data":"';

export const MEANINGS: Readonly<Record<HostileKind, string>> = {
  plain: 'the largest upload, of no file',
  escapes: 'the same, every character escaped',
  crumbs: 'the same, in chunks of one byte',
  pixels: 'a PNG of 200 KB with 160 MB of pixels',
  refused: '16 MiB behind an unknown field',
  json: '64 KiB of numbers to read twice',
  stalled: 'uploads that stop half-way',
};

export function hostileBody(kind: HostileKind): HostileBody {
  const upload = (data: string, times: number, rest: Partial<HostileBody> = {}): HostileBody => ({
    path: UPLOAD,
    parts: [
      { text: START, times: 1 },
      { text: data, times },
      { text: '"}', times: 1 },
    ],
    chunkBytes: 64 * 1024,
    isWhole: true,
    ...rest,
  });
  switch (kind) {
    case 'plain':
      return upload('A'.repeat(MIB), 16);
    case 'escapes':
      return upload('\\/'.repeat(MIB), 16);
    case 'crumbs':
      return upload('A'.repeat(64 * 1024), 16, { chunkBytes: 1 });
    case 'pixels':
      return upload(manyPixels().toString('base64'), 1);
    case 'refused':
      return { ...upload('', 0), parts: [{ text: `{"a":"${'A'.repeat(MIB)}`, times: 16 }] };
    case 'json':
      return { ...upload('', 0), path: '/tools/quote', parts: [{ text: numbers(), times: 1 }] };
    case 'stalled':
      return upload('A'.repeat(64 * 1024), 1, { isWhole: false });
  }
}

const numbers = (): string => `{"tool":"image-resize","arguments":{"n":[${'0.1,'.repeat(16_000)}1]}}`;

/** An image of 6,320 × 6,320 transparent pixels. */
function manyPixels(): Buffer {
  const side = 6_320;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(side * (1 + side * 4)), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
