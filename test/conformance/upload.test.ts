/** Uploads: allowed types, checks that a file is what it claims to be, and one file for the same bytes. */
// Modes: embedded, services (store, gateways).
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { upload, uploadedPng } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { animatedWebp, avif, jpeg, png, webp } from './samples/images.ts';
import { m4a, mp3, mp4, wav } from './samples/media.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const DAYS_30_MS = 30 * 86_400_000;

const formats: readonly (readonly [mimeType: string, bytes: () => Promise<Buffer>, facts: object])[] = [
  ['image/jpeg', () => jpeg({ width: 40, height: 30 }), { width: 40, height: 30 }],
  ['image/png', () => png({ width: 20, height: 10 }), { width: 20, height: 10 }],
  ['audio/wav', async () => wav(440), { durationSeconds: 1 }],
  ['audio/mpeg', mp3, { durationSeconds: 1.07102 }],
  ['video/mp4', mp4, { width: 64, height: 48, durationSeconds: 1 }],
  ['image/webp', () => webp({ width: 32, height: 24 }), { width: 32, height: 24 }],
  ['image/avif', () => avif({ width: 48, height: 24 }), { width: 48, height: 24 }],
  ['audio/mp4', m4a, { durationSeconds: 1.088 }],
];

// spec 8: "Upload formats: JPEG, PNG, WAV, MP3, MP4"
// spec 4.3: "Response: data with the file id, format, size, SHA-256, retrieval expiry."
// contract 4: "Besides the specification's types, `image/webp`, `image/avif` and `audio/mp4` can be uploaded."
describe.each(formats)('an upload of %s', (mimeType, bytes, facts) => {
  // contract 4: "File (upload and artifact alike) {id, mimeType, sizeBytes, sha256, createdAt, expiresAt, width?, height?, durationSeconds?}"
  // contract 4: "Upload answers 200."
  test('returns 200 with the properties of the file', async () => {
    const file = await bytes();
    const reply = await upload(client, mimeType, file);
    expect(reply.outcome).toBe('200');
    expect(reply.data).toMatchObject({
      id: expect.stringMatching(/^file_\w+$/),
      mimeType,
      sizeBytes: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      ...facts,
    });
  });

  // contract 4: "The bytes must really be the declared type (400 file_content_mismatch)."
  test('is refused when it is truncated', async () => {
    const file = await bytes();
    expect((await upload(client, mimeType, file.subarray(0, file.length - 9))).outcome).toBe(
      '400 file_content_mismatch',
    );
  });

  test('is refused when noise follows a valid beginning', async () => {
    const file = await bytes();
    const noise = Buffer.concat([file.subarray(0, 12), Buffer.alloc(500, 0x5a)]);
    expect((await upload(client, mimeType, noise)).outcome).toBe('400 file_content_mismatch');
  });
});

// contract 4: "Padding behind the end, open or wrong lengths in headers, joined MP3s … are accepted"
test('padding, open lengths and joined MP3s are accepted and measured', async () => {
  const streamed = wav(441);
  for (const at of [4, 40]) streamed.writeUInt32LE(0xffff_ffff, at);
  const sound = await mp3();
  const files: readonly (readonly [string, Buffer, object])[] = [
    ['audio/wav', streamed, { durationSeconds: 1 }],
    ['audio/mpeg', Buffer.concat([sound, sound]), { durationSeconds: expect.closeTo(2.1681, 2) }],
    ['image/png', Buffer.concat([await png({ width: 21, height: 10 }), Buffer.from('\n')]), { width: 21, height: 10 }],
    ['video/mp4', Buffer.concat([await mp4(), Buffer.alloc(64)]), { durationSeconds: 1 }],
  ];
  for (const [mimeType, file, facts] of files) expect((await upload(client, mimeType, file)).data).toMatchObject(facts);
});

// contract 4: "`details.fields` names the part that is wrong or not supported"
test('a refused file names the part in details.fields', async () => {
  const adpcm = wav(442);
  adpcm.writeUInt16LE(0x11, 20);
  const { outcome, error } = await upload(client, 'audio/wav', adpcm);
  expect([outcome, error?.details]).toEqual([
    '400 file_content_mismatch',
    { declared: 'audio/wav', fields: { '/data': expect.stringContaining('ADPCM') } },
  ]);
});

// contract 4: "The bytes must really be the declared type (400 file_content_mismatch)."
test('a PNG declared as a JPEG is refused, and so is text declared as any type', async () => {
  expect((await upload(client, 'image/jpeg', await png())).outcome).toBe('400 file_content_mismatch');
  expect((await upload(client, 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).outcome).toBe(
    '400 file_content_mismatch',
  );
  expect((await upload(client, 'video/mp4', Buffer.from('#EXTM3U\nhttp://localhost/x.ts\n'))).outcome).toBe(
    '400 file_content_mismatch',
  );
});

// contract 4: "An animated WebP or AVIF, and an AVIF whose colours the tools would not show … is refused."
test('animations and colours that no tool would show are refused with the reason', async () => {
  const still = await sharp(await png())
    .withIccProfile('p3')
    .avif({ effort: 0 })
    .toBuffer();
  const codes = still.indexOf('colr');
  expect(codes).toBeGreaterThan(0); // the profile, in whose place the code points of HDR are written
  const hdr = Buffer.from(still);
  hdr.write('nclx\0\x09\0\x10', codes + 4, 'latin1');
  const moving = Buffer.from(still);
  moving.write('avis', 16, 'latin1');
  const refused: readonly (readonly [string, Buffer, string])[] = [
    ['image/webp', await animatedWebp(), 'an animated WebP'],
    ['image/avif', moving, 'an animated AVIF'],
    ['image/avif', hdr, 'high dynamic range'],
  ];
  for (const [mimeType, file, reason] of refused) {
    const { outcome, error } = await upload(client, mimeType, file);
    expect(outcome).toBe('400 file_content_mismatch');
    expect(error?.details).toEqual({ declared: mimeType, fields: { '/data': expect.stringContaining(reason) } });
  }
});

// contract 4: "`width` and `height` are after EXIF orientation."
describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('a picture of 40 by 30 as %s', (format) => {
  test.each([
    [1, { width: 40, height: 30 }],
    [3, { width: 40, height: 30 }],
    [6, { width: 30, height: 40 }],
    [8, { width: 30, height: 40 }],
  ])('with orientation %i is as large as it is shown', async (orientation, size) => {
    const turned = await sharp(await png({ width: 40, height: 30 }))
      .withMetadata({ orientation })
      .toFormat(format, { effort: 1 })
      .toBuffer();
    expect((await upload(client, `image/${format}`, turned)).data).toMatchObject(size);
  });
});

// contract 4: "what prices depend on (pixels, seconds) is measured from the media itself, never believed from a header"
test.each([
  ['a WAV of which its header says a tenth of the length', 'audio/wav', async () => changed(wav(441), 28, 160_000)],
  ['a WAV of which its header says half of the bytes', 'audio/wav', async () => changed(wav(442), 40, 8_000)],
  ['an MP4 whose film is a thousandth as long by its header', 'video/mp4', async () => shortened(await mp4(), 'mvhd')],
  ['an MP4 whose track is short by its header', 'video/mp4', async () => shortened(await mp4(), 'mdhd')],
])('%s is never a shorter one', async (_, mimeType, bytes) => {
  const reply = await upload(client, mimeType, await bytes());
  const length = reply.status === 200 ? reply.data.durationSeconds : reply.outcome;
  expect([1, '400 file_content_mismatch']).toContain(length);
});

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, at);
  return copy;
}

/** Sets the duration in a box of version 0 to one tick of its clock. */
function shortened(bytes: Buffer, box: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(1, copy.indexOf(box) + 20);
  return copy;
}

// contract 4: "Same bytes, same project → same id and same expiresAt, 30 days from the first upload"
// spec 2.4: "Uploading the same content into the same project returns the same id."
// spec 2.4: "The retention period is not extended by a repeated upload; it runs from the first upload."
test('the same bytes from two keys of a project are one file, kept for 30 days from the first upload', async () => {
  const bytes = await png();
  const first = await upload(client, 'image/png', bytes);
  const second = await upload(connect(keys.key2, 1), 'image/png', bytes);
  expect(second.data).toEqual(first.data);
  expect(Date.parse(first.data.expiresAt) - Date.parse(first.data.createdAt)).toBe(DAYS_30_MS);
});

// contract 4: "Same bytes, same project → same id"
test('ten parallel uploads of the same bytes are one file', async () => {
  const bytes = await png();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, i) => upload(connect(keys.key2, i), 'image/png', bytes)),
  );
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
});

// spec 1.3: "The files are stored privately inside the project."
test('the same bytes in another project are another file', async () => {
  const bytes = await png();
  const mine = await upload(client, 'image/png', bytes);
  const other = await upload(connect(keys.keyOther), 'image/png', bytes);
  expect(other.data.id).not.toBe(mine.data.id);
});

// spec 4.3: "mimeType … One of image/jpeg, image/png, audio/wav, audio/mpeg, video/mp4"
// contract 1: "an unknown media type is 400"
test.each(['image/gif', 'image/svg+xml', 'image/jpg', 'IMAGE/PNG', 'application/pdf', ''])(
  'the type %j is refused',
  async (mimeType) => {
    const reply = await upload(client, mimeType, await png());
    expect(reply.outcome).toBe('400 unsupported_media_type');
  },
);

// contract 4: "uploads and artifacts of the same project are both usable"
test('an upload can be used at once, through any gateway', async () => {
  const { id } = await uploadedPng(client);
  const reply = await connect(keys.key2, 1).post('/tools/quote', {
    tool: 'image-analyze',
    arguments: { source: { fileId: id } },
  });
  expect(reply.outcome).toBe('200');
});
