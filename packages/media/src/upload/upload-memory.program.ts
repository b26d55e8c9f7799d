/**
 * Run by upload-memory.test.ts in a process of its own: reads some largest uploads at once and prints by how much the
 * resident set had grown at its highest. Arguments: how many, and how each character is written.
 */
import { readUpload } from './read-upload.ts';

/** How a character of base64 may stand in JSON, and how many of them the largest body and a read of a socket hold so. */
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

/** Made on the fly, in a fresh buffer each as a socket does it, so that the sender keeps no memory here. */
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
for (let round = 0; round < 50; round++) await readUpload(one(small), () => {}); // code and its caches
globalThis.gc?.();
const beforeBytes = process.memoryUsage.rss();
const uploads = Array.from({ length: Number(count) }, () => readUpload(body(), () => {}));
const readings = await Promise.all(uploads);
measure();
const sizesBytes = readings.map(({ sizeBytes }) => sizeBytes);
process.stdout.write(JSON.stringify({ sizesBytes, grownBytes: highestBytes - beforeBytes }));
