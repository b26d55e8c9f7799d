/**
 * A program of upload-memory.test.ts: reads several uploads of the largest size at once, and prints the highest growth
 * of the resident set. Arguments: their number, and how each character is written.
 */
import { readUpload } from './read-upload.ts';

/**
 * How a base64 character may be written in JSON, how many of them fit into the largest body, and how many into one
 * socket read.
 */
const FORMS = {
  plain: { text: 't', characters: 16 * 2 ** 20, atOnce: 64 * 1024 },
  escaped: { text: '\\/', characters: 16 * 2 ** 20, atOnce: 32 * 1024 },
  unicode: { text: '\\u0074', characters: 5 * 2 ** 20, atOnce: 8 * 1024 },
} as const;

const [, , count = '1', form = 'plain'] = process.argv;
const { text, characters, atOnce } = FORMS[form as keyof typeof FORMS];
const PIECE = text.repeat(atOnce);

let highestBytes = 0;
const measure = (): void => void (highestBytes = Math.max(highestBytes, process.memoryUsage.rss()));

/** Generated on the fly, in a new buffer each like a socket read, so that the sender keeps no memory here. */
async function* body(): AsyncGenerator<Buffer> {
  yield Buffer.from('{"mimeType":"image/png","data":"');
  for (let sent = 0; sent < characters; sent += atOnce) {
    measure();
    yield Buffer.from(PIECE);
  }
  yield Buffer.from('"}');
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const small = '{"mimeType":"image/png","data":"AAAA"}';
for (let round = 0; round < 50; round++) await readUpload(one(small), () => {}); // warms up code and caches
globalThis.gc?.();
const beforeBytes = process.memoryUsage.rss();
const uploads = Array.from({ length: Number(count) }, () => readUpload(body(), () => {}));
const readings = await Promise.all(uploads);
measure();
const sizesBytes = readings.map(({ sizeBytes }) => sizeBytes);
process.stdout.write(JSON.stringify({ sizesBytes, grownBytes: highestBytes - beforeBytes }));
