/**
 * Counts the blocks of a JPEG's last scan by reading its Huffman codes, without computing a pixel. Only this tells an
 * image without its end marker from one whose pixels are cut off. Progressive and arithmetic scans are not read.
 */
import { u16be, u8 } from './bytes.ts';
import type { Component, Frame } from './jpeg-scans.ts';

/** One image, by positions in the file: its start, the header of its last scan, and the data of that scan. */
export interface LastScan {
  readonly start: number;
  readonly scan: number;
  readonly data: number;
  readonly frame: Frame;
}

const SEQUENTIAL = new Set([0xc0, 0xc1]);
const [DHT, DRI] = [0xc4, 0xdd];

/** @param last of an image whose segments were walked. */
export function hasAllBlocks(bytes: Buffer, last: LastScan): boolean {
  if (!SEQUENTIAL.has(last.frame.process)) return false;
  const { tables, interval } = settingsOf(bytes, last);
  const units = unitsOf(bytes, last);
  const bits = bitsFrom(bytes, last.data);
  const { count, blocks } = units;
  for (let unit = 0; unit < count; unit++) {
    if (interval > 0 && unit > 0 && unit % interval === 0 && !bits.restart()) return false;
    for (const { dc, ac } of blocks) if (!readBlock(bits, tables.get(dc), tables.get(ac))) return false;
  }
  return bits.isAtEnd();
}

interface Block {
  readonly dc: number;
  readonly ac: number;
}

/** The blocks of one coded unit, and the number of units: one block a unit if the scan has one component. */
function unitsOf(bytes: Buffer, { scan, frame }: LastScan): { count: number; blocks: readonly Block[] } {
  const parts = Array.from({ length: u8(bytes, scan + 2) }, (_, index) => {
    const [id, selectors] = [u8(bytes, scan + 3 + 2 * index), u8(bytes, scan + 4 + 2 * index)];
    const component = frame.components.find((each) => each.id === id) as Component;
    return { component, block: { dc: selectors >> 4, ac: AC | (selectors & 15) } };
  });
  const [first] = parts;
  const [widest, highest] = [
    Math.max(...frame.components.map(({ across }) => across)),
    Math.max(...frame.components.map(({ down }) => down)),
  ];
  if (parts.length === 1 && first !== undefined) {
    const { across, down } = first.component;
    const columns = Math.ceil((frame.width * across) / widest / 8);
    return { count: columns * Math.ceil((frame.height * down) / highest / 8), blocks: [first.block] };
  }
  const count = Math.ceil(frame.width / 8 / widest) * Math.ceil(frame.height / 8 / highest);
  const blocks = parts.flatMap(({ component: { across, down }, block }) =>
    Array.from({ length: across * down }, () => block),
  );
  return { count, blocks };
}

/** For the next 16 bits: the length of the code in them, and its symbol, as `length << 8 | symbol`; 0 for no code. */
type Table = Uint16Array;
const AC = 0x10;

/** The Huffman tables and the restart interval that are in force at the scan; later ones replace earlier ones. */
function settingsOf(bytes: Buffer, { start, scan }: LastScan): { tables: Map<number, Table>; interval: number } {
  const tables = new Map<number, Table>();
  let interval = 0;
  for (let at = start + 2; at < scan - 2;) {
    const code = u8(bytes, at) === 0xff ? u8(bytes, at + 1) : 0;
    // Fill bytes, and the data of earlier scans, in which 0xff is followed by no code of a segment.
    if (code < 0xc0 || code === 0xff || (code >= 0xd0 && code <= 0xd8)) {
      at++;
      continue;
    }
    const end = at + 2 + u16be(bytes, at + 2);
    if (code === DRI) interval = u16be(bytes, at + 4);
    for (let next = at + 4; code === DHT && next + 17 <= end; next = addTable(bytes, next, tables));
    at = end;
  }
  return { tables, interval };
}

/** Returns the position after the table. */
function addTable(bytes: Buffer, at: number, tables: Map<number, Table>): number {
  const table = new Uint16Array(2 ** CODE_BITS_MAX);
  let [code, symbol] = [0, at + 17];
  for (let length = 1; length <= CODE_BITS_MAX; length++) {
    const span = 2 ** (CODE_BITS_MAX - length);
    for (let left = u8(bytes, at + length); left > 0; left--) {
      table.fill((length << 8) | u8(bytes, symbol++), code * span, (code + 1) * span);
      code++;
    }
    code *= 2;
  }
  tables.set(u8(bytes, at), table);
  return symbol;
}

const CODE_BITS_MAX = 16;

interface BitReader {
  /** The next symbol, with its bits and those that follow it skipped; −1 for no code, or at the end of the data. */
  readonly symbol: (table: Table, extraMask: number) => number;
  /** Passes a restart marker; false if there is none. */
  readonly restart: () => boolean;
  /** Whether nothing but zeros and white space is left. */
  readonly isAtEnd: () => boolean;
}

function bitsFrom(bytes: Buffer, start: number): BitReader {
  let [at, held, count, missing] = [start, 0, 0, 0];

  function fill(): void {
    while (count <= CODE_BITS_MAX) {
      const byte = bytes[at];
      const isData = byte !== undefined && (byte !== 0xff || bytes[at + 1] === 0);
      if (isData) at += byte === 0xff ? 2 : 1;
      else missing += 8;
      held = ((held << 8) | (isData ? byte : 0)) & 0xff_ffff;
      count += 8;
    }
  }

  return {
    symbol(table, extraMask) {
      if (count < CODE_BITS_MAX) fill();
      const entry = table[(held >>> (count - CODE_BITS_MAX)) & 0xffff] ?? 0;
      const symbol = entry & 0xff;
      count -= (entry >> 8) + (symbol & extraMask);
      if (count < 0) {
        // At most 16 bits follow a code, and the rest of them is skipped after the next bytes are read.
        const owed = -count;
        [held, count] = [0, 0];
        fill();
        count -= owed;
      }
      return entry === 0 || count < missing ? -1 : symbol;
    },
    restart() {
      [held, count, missing] = [0, 0, 0];
      while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
      const isThere = bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf8) === 0xd0;
      at += 2;
      return isThere;
    },
    // A lone 0xff is half of the end marker.
    isAtEnd: () => (at === bytes.length - 1 && bytes[at] === 0xff) || !bytes.subarray(at).some((byte) => byte > 0x20),
  };
}

function readBlock(bits: BitReader, dc: Table | undefined, ac: Table | undefined): boolean {
  if (dc === undefined || ac === undefined || bits.symbol(dc, 0x1f) < 0) return false;
  for (let index = 1; index < 64;) {
    const symbol = bits.symbol(ac, 0x0f);
    if (symbol < 0) return false;
    if ((symbol & 15) === 0 && symbol >> 4 < 15) return true;
    index += (symbol >> 4) + 1;
  }
  return true;
}
