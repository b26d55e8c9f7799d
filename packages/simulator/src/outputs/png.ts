/** Creates a real PNG of any size without an image library: a pattern of sixteen colours that the seed determines. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export const SIDE_MAX = 4096;
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const [BIT_DEPTH, PALETTE] = [4, 3];
const TILES = 16;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly seed: string;
  /** Whether the first of its colours is transparent. */
  readonly transparent?: boolean;
}

export function png({ width, height, seed, transparent = false }: Picture): Buffer {
  const noise = createHash('shake256', { outputLength: TILES * TILES })
    .update(seed)
    .digest();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BIT_DEPTH, PALETTE], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      createHash('shake256', { outputLength: 16 * 3 })
        .update(`colours of ${seed}`)
        .digest(),
    ),
    ...(transparent ? [chunk('tRNS', Buffer.alloc(1))] : []),
    chunk('IDAT', deflateSync(pixels(width, height, noise), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}

/** Rows of one filter byte and two pixels per byte; all rows of a tile are the same. */
function pixels(width: number, height: number, noise: Buffer): Buffer {
  const rows = Array.from({ length: TILES }, (_, tile) => row(width, noise.subarray(tile * TILES, (tile + 1) * TILES)));
  return Buffer.concat(Array.from({ length: height }, (_, y) => rows[tileOf(y, height)] ?? Buffer.alloc(0)));
}

function row(width: number, colours: Buffer): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(width / 2));
  for (let x = 0; x < width; x++) {
    const colour = (colours[tileOf(x, width)] ?? 0) & 15;
    const at = 1 + (x >> 1);
    bytes[at] = (bytes[at] ?? 0) | (x % 2 === 0 ? colour << 4 : colour);
  }
  return bytes;
}

const tileOf = (at: number, size: number): number => Math.floor((at * TILES) / size);
