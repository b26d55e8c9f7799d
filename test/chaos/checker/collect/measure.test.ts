/** The checker's own readers, over bytes that this test makes by hand. */
import { expect, test } from 'vitest';
import { picture } from '../../load/picture.ts';
import { largeSound } from '../../load/sound.ts';
import { measure } from './measure.ts';

const NONE = { width: null, height: null, seconds: null };
const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
};

function film(seconds: number, [width, height]: readonly [number, number]): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1000, 12);
  header.writeUInt32BE(seconds * 1000, 16);
  const track = Buffer.alloc(84);
  track.writeUInt32BE(width * 65_536, 76);
  track.writeUInt32BE(height * 65_536, 80);
  return Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('moov', Buffer.concat([box('mvhd', header), box('trak', box('tkhd', track))])),
  ]);
}

function avif(width: number, height: number): Buffer {
  const size = Buffer.alloc(12);
  size.writeUInt32BE(width, 4);
  size.writeUInt32BE(height, 8);
  const properties = box('iprp', box('ipco', Buffer.concat([box('pixi', Buffer.alloc(8)), box('ispe', size)])));
  const meta = box('meta', Buffer.concat([Buffer.alloc(4), box('hdlr', Buffer.alloc(24)), properties]));
  return Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), meta, box('mdat', Buffer.alloc(8))]);
}

/** One frame of 128 kbit/s and 44.1 kHz: 417 bytes, 1,152 samples. */
const frame = (): Buffer => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]);

function jpeg(width: number, height: number): Buffer {
  const head = Buffer.from('ffd8ffe000040000ffc0001108', 'hex');
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([head, size, Buffer.alloc(20)]);
}

function flac(samples: number): Buffer {
  const bytes = Buffer.alloc(60);
  bytes.write('fLaC', 0, 'latin1');
  bytes.writeUIntBE(48_000 << 4, 18, 3);
  bytes.writeUInt32BE(samples, 22);
  return bytes;
}

function opus(samples: number, skipped: number): Buffer {
  const head = Buffer.alloc(60);
  head.write('OggS', 0, 'latin1');
  head.write('OpusHead', 28, 'latin1');
  head.writeUInt16LE(skipped, 38);
  const last = Buffer.alloc(40);
  last.write('OggS', 0, 'latin1');
  last.writeBigInt64LE(BigInt(samples), 6);
  return Buffer.concat([head, last]);
}

function webp(form: string, at: number, value: readonly [width: number, height: number]): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF', 0, 'latin1');
  bytes.write(`WEBP${form}`, 8, 'latin1');
  const [width, height] = value;
  if (form === 'VP8X') {
    bytes.writeUIntLE(width - 1, at, 3);
    bytes.writeUIntLE(height - 1, at + 3, 3);
  }
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(width, at);
    bytes.writeUInt16LE(height, at + 2);
  }
  if (form === 'VP8L') bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), at);
  return bytes;
}

test.each([
  ['a PNG', picture(7), { ...NONE, mimeType: 'image/png', width: 32, height: 32 }],
  ['a JPEG', jpeg(640, 360), { ...NONE, mimeType: 'image/jpeg', width: 640, height: 360 }],
  ['a WebP with a canvas', webp('VP8X', 24, [300, 200]), { ...NONE, mimeType: 'image/webp', width: 300, height: 200 }],
  ['a lossy WebP', webp('VP8 ', 26, [300, 200]), { ...NONE, mimeType: 'image/webp', width: 300, height: 200 }],
  ['a lossless WebP', webp('VP8L', 21, [300, 200]), { ...NONE, mimeType: 'image/webp', width: 300, height: 200 }],
  ['an AVIF', avif(300, 200), { ...NONE, mimeType: 'image/avif', width: 300, height: 200 }],
  ['a WAV', largeSound(1).bytes, { ...NONE, mimeType: 'audio/wav', seconds: largeSound(1).facts.seconds }],
  ['a FLAC', flac(96_000), { ...NONE, mimeType: 'audio/flac', seconds: 2 }],
  ['an Opus', opus(96_312, 312), { ...NONE, mimeType: 'audio/ogg', seconds: 2 }],
  ['an MP3', Buffer.concat([frame(), frame()]), { ...NONE, mimeType: 'audio/mpeg', seconds: 2304 / 44_100 }],
  ['a film', film(5, [640, 360]), { mimeType: 'video/mp4', width: 640, height: 360, seconds: 5 }],
  ['an M4A', film(5, [0, 0]), { ...NONE, mimeType: 'audio/mp4', seconds: 5 }],
  ['bytes without a form', Buffer.from('farebox farebox '), { ...NONE, mimeType: null }],
])('%s', (_, bytes, expected) => {
  expect(measure(bytes)).toEqual(expected);
});
