/** A file with the reads of a Buffer that is never held whole: only the pages that were read last are in memory. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const PAGE_BYTES = 64 * 1024;
/** Parsers read a few parts of a file alternately: a table, and the samples that it names. */
const PAGES = 64;

interface Pages {
  readonly pageBytes: number;
  /** The page that begins at `index * pageBytes`, valid until another one is read. The last page may be shorter. */
  readonly page: (index: number) => Buffer;
  /** Returns a copy. */
  readonly copy: (start: number, count: number) => Buffer;
}

function pagesOf(file: number, pageBytes: number): Pages {
  const held = new Map<number, { readonly index: number; readonly memory: Buffer; readonly bytes: Buffer }>();

  function read(into: Buffer, position: number): Buffer {
    let done = 0;
    for (let got = -1; done < into.length && got !== 0; done += got)
      got = readSync(file, into, done, into.length - done, position + done);
    return into.subarray(0, done);
  }

  return {
    pageBytes,
    page(index) {
      const known = held.get(index % PAGES);
      if (known?.index === index) return known.bytes;
      const memory = known?.memory ?? Buffer.alloc(pageBytes);
      const bytes = read(memory, index * pageBytes);
      held.set(index % PAGES, { index, memory, bytes });
      return bytes;
    },
    copy: (start, count) => read(Buffer.alloc(count), start),
  };
}

/** A part of a file with the reads of a Buffer. A read outside of it throws a RangeError. */
export class FileBytes {
  readonly length: number;
  readonly #start: number;
  readonly #pages: Pages;
  /** Offset of the last read in the piece that holds it. */
  #at = 0;

  constructor(pages: Pages, start: number, length: number) {
    this.#pages = pages;
    this.#start = start;
    this.length = length;
  }

  readUInt8(at: number): number {
    return this.#piece(at, 1).readUInt8(this.#at);
  }
  readUInt16BE(at: number): number {
    return this.#piece(at, 2).readUInt16BE(this.#at);
  }
  readUInt16LE(at: number): number {
    return this.#piece(at, 2).readUInt16LE(this.#at);
  }
  readUInt32BE(at: number): number {
    return this.#piece(at, 4).readUInt32BE(this.#at);
  }
  readUInt32LE(at: number): number {
    return this.#piece(at, 4).readUInt32LE(this.#at);
  }
  readUIntBE(at: number, count: number): number {
    return this.#piece(at, count).readUIntBE(this.#at, count);
  }
  readBigUInt64BE(at: number): bigint {
    return this.#piece(at, 8).readBigUInt64BE(this.#at);
  }
  readBigUInt64LE(at: number): bigint {
    return this.#piece(at, 8).readBigUInt64LE(this.#at);
  }

  toString(encoding: 'latin1', start: number, end: number): string {
    return this.subarray(start, end).whole().toString(encoding);
  }

  subarray(start: number, end = this.length): FileBytes {
    const from = Math.min(Math.max(start, 0), this.length);
    const to = Math.min(Math.max(end, from), this.length);
    return new FileBytes(this.#pages, this.#start + from, to - from);
  }

  /** A copy of the whole part. Only for data that is known to be small. */
  whole(): Buffer {
    return this.#pages.copy(this.#start, this.length);
  }

  #piece(at: number, count: number): Buffer {
    if (!(at >= 0 && at + count <= this.length)) throw new RangeError(`${count} bytes at ${at} of ${this.length}`);
    return this.#read(this.#start + at, count);
  }

  /** Reads from one page if the bytes are in one page, which is nearly always the case. */
  #read(position: number, count: number): Buffer {
    const { pageBytes, page, copy } = this.#pages;
    const index = Math.floor(position / pageBytes);
    this.#at = position - index * pageBytes;
    const isWithin = this.#at + count <= pageBytes;
    const bytes = isWithin ? page(index) : copy(position, count);
    if (!isWithin) this.#at = 0;
    if (bytes.length < this.#at + count) throw new Error('a file became shorter while it was read');
    return bytes;
  }
}

/** Runs `look` on a file. The FileBytes must not be used afterwards. */
export function onFile<T>(path: string, look: (bytes: FileBytes) => T, pageBytes = PAGE_BYTES): T {
  const file = openSync(path, 'r');
  try {
    return look(new FileBytes(pagesOf(file, pageBytes), 0, fstatSync(file).size));
  } finally {
    closeSync(file);
  }
}
