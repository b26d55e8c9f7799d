/**
 * A response body for many requests: encoded once, and compressed at most once for each content coding. Compression runs
 * on threads of libuv, so it delays no other request.
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content codings of a response, in the order in which the gateway prefers them. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export interface SharedBody {
  /** The same for equal content. */
  readonly digest: string;
  /** The most that the body takes in memory, in all encodings together. */
  readonly memoryBytesMax: number;
  /** A strong validator (RFC 9110, section 8.8.3): encodings differ in their bytes, so they have different tags. */
  readonly etagOf: (encoding: Encoding) => string;
  readonly bytesIn: (encoding: Encoding) => Promise<Buffer>;
  readonly text: () => string;
}

/** 22 characters of base64url are 132 bits. */
const DIGEST_CHARACTERS = 22;
/** The compressed bytes are a fraction of the text: even two copies as large as the text are counted for safety. */
const COPIES_MAX = 3;
/** Compressing a few bytes makes them longer. */
const OVERHEAD_BYTES = 100;
/** Higher qualities take several times as long for a few per cent (decision 0583). */
const BROTLI_QUALITY = 5;

const compress: Readonly<Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
};

export function sharedBody(text: string): SharedBody {
  const bytes = Buffer.from(text);
  const digest = hash('sha256', bytes, 'base64url').slice(0, DIGEST_CHARACTERS);
  const compressed = new Map<Encoding, Promise<Buffer>>();
  return {
    digest,
    memoryBytesMax: COPIES_MAX * bytes.length + OVERHEAD_BYTES,
    etagOf: (encoding) => (encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`),
    async bytesIn(encoding) {
      if (encoding === 'identity') return bytes;
      const made = compressed.get(encoding) ?? compress[encoding](bytes);
      compressed.set(encoding, made);
      made.catch(() => compressed.delete(encoding));
      return await made;
    },
    text: () => bytes.toString(),
  };
}
