/**
 * Run by upload-memory.test.ts in a process of its own: reads some largest uploads at once and prints by how much the
 * resident set had grown at its highest. Arguments: how many, and `plain` or `escaped`.
 */
import { Readable } from 'node:stream';
import { readUpload } from './read-upload.ts';

const [, , count = '1', form = 'plain'] = process.argv;
const TEXT_BYTES = 16 * 1024 * 1024;
const PIECE_TEXT_BYTES = 64 * 1024;
const PIECE = form === 'escaped' ? '\\/'.repeat(PIECE_TEXT_BYTES) : 'toll'.repeat(PIECE_TEXT_BYTES / 4);

let highestBytes = 0;
const measure = (): void => void (highestBytes = Math.max(highestBytes, process.memoryUsage.rss()));

/** Made on the fly, in a fresh buffer each as a socket does it, so that the sender keeps no memory here. */
function* body(): Generator<Buffer> {
  yield Buffer.from('{"mimeType":"image/png","data":"');
  for (let sent = 0; sent < TEXT_BYTES; sent += PIECE_TEXT_BYTES) {
    measure();
    yield form === 'escaped' ? ESCAPED : Buffer.from(PIECE);
  }
  yield Buffer.from('"}');
}
/** One buffer for all: here the tokens are what is measured. */
const ESCAPED = Buffer.from(PIECE);

const small = '{"mimeType":"image/png","data":"AAAA"}';
for (let round = 0; round < 50; round++) await readUpload(Readable.from([Buffer.from(small)])); // code and its caches
globalThis.gc?.();
const beforeBytes = process.memoryUsage.rss();
const uploads = Array.from({ length: Number(count) }, () => readUpload(Readable.from(body(), { objectMode: false })));
const readings = await Promise.all(uploads);
measure();
const sizesBytes = readings.map((reading) => (reading.ok ? reading.sizeBytes : 0));
process.stdout.write(JSON.stringify({ sizesBytes, grownBytes: highestBytes - beforeBytes }));
