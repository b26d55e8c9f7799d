/**
 * The items of a HEIF file (ISO 23008-12): pictures and metadata, with their bytes, properties and references. Everything
 * is in this file: a location elsewhere, and bytes that two items share, are refused.
 */
import { type Bytes, tag, u8 } from '../bytes.ts';
import { must, refuse } from '../inspection.ts';
import { type Box, boxes, child, maybeChild, payload } from '../mp4/boxes.ts';
import { readerOf } from './reader.ts';

export interface Item {
  readonly id: number;
  /** `av01` for a picture in AV1, `grid` for one that is put together from tiles, … */
  readonly type: string;
  readonly properties: readonly Box[];
  readonly data: Buffer;
}

export interface Reference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

export interface Items {
  readonly primary: Item;
  readonly byId: ReadonlyMap<number, Item>;
  readonly references: readonly Reference[];
}

/** A grid of 40 megapixels has fewer tiles. */
const ITEMS_MAX = 1_024;
const EXTENTS_MAX = 4_096;

export function itemsOf(bytes: Buffer, metaBox: Box): Items {
  const meta = { start: metaBox.start + 4, end: metaBox.end };
  const handler = tag(bytes, child(bytes, meta, 'hdlr').start + 8);
  must(handler === 'pict', 'a meta box that describes no picture');
  const types = typesIn(bytes, child(bytes, meta, 'iinf'));
  const idat = maybeChild(bytes, meta, 'idat');
  const places = placesIn(bytes, child(bytes, meta, 'iloc'), idat);
  const properties = propertiesIn(bytes, child(bytes, meta, 'iprp'));
  const byId = new Map<number, Item>();
  for (const [id, type] of types)
    byId.set(id, { id, type, properties: properties.get(id) ?? [], data: places.get(id) ?? Buffer.alloc(0) });
  const pitm = child(bytes, meta, 'pitm');
  const primary = byId.get(readerOf(bytes, pitm.start + 4).take(idBytes(u8(bytes, pitm.start), 1)));
  const iref = maybeChild(bytes, meta, 'iref');
  return {
    primary: primary ?? refuse('no picture'),
    byId,
    references: iref === null ? [] : referencesIn(bytes, iref),
  };
}

/** Newer versions of a box have ids of four bytes. */
const idBytes = (version: number, longFrom: number): number => (version >= longFrom ? 4 : 2);

function typesIn(bytes: Bytes, iinf: Box): Map<number, string> {
  const found = new Map<number, string>();
  const start = iinf.start + 4 + idBytes(u8(bytes, iinf.start), 1);
  for (const infe of boxes(bytes, { start, end: iinf.end })) {
    const version = u8(bytes, infe.start);
    must(infe.type === 'infe' && (version === 2 || version === 3), 'an unknown description of an item');
    const reader = readerOf(bytes, infe.start + 4);
    const id = reader.take(idBytes(version, 3));
    must(reader.take(2) === 0, 'a protected item');
    must(!found.has(id), 'an item twice');
    found.set(id, reader.tag());
    must(found.size <= ITEMS_MAX, 'too many items');
  }
  return found;
}

/** The bytes of each item, from the file or from the box `idat`. */
function placesIn(bytes: Buffer, iloc: Box, idat: Box | null): Map<number, Buffer> {
  const version = u8(bytes, iloc.start);
  must(version <= 2, 'an unknown table of locations');
  const reader = readerOf(bytes, iloc.start + 4);
  const [widths, more] = [reader.take(1), reader.take(1)];
  const [offsetBytes, lengthBytes, baseBytes] = [widths >> 4, widths & 15, more >> 4];
  const indexBytes = version === 0 ? 0 : more & 15;
  const found = new Map<number, Buffer>();
  let [extents, total] = [0, 0];
  for (let items = reader.take(idBytes(version, 2)); items > 0; items--) {
    const id = reader.take(idBytes(version, 2));
    must(!found.has(id), 'two locations of an item');
    const method = version === 0 ? 0 : reader.take(2) & 15;
    must(method <= 1 && reader.take(2) === 0, 'an item in another place than this file');
    const within = method === 0 ? bytes : bytes.subarray(idat?.start ?? 0, idat?.end ?? 0);
    const base = reader.take(baseBytes);
    const parts: Buffer[] = [];
    for (let count = reader.take(2); count > 0; count--) {
      must(++extents <= EXTENTS_MAX, 'too many parts of items');
      reader.take(indexBytes);
      const at = base + reader.take(offsetBytes);
      const length = reader.take(lengthBytes);
      must(length > 0 && at + length <= within.length, 'an item that is not in the file');
      total += length;
      must(total <= bytes.length, 'items that share their bytes');
      parts.push(within.subarray(at, at + length));
    }
    found.set(id, parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
    must(found.size <= ITEMS_MAX, 'too many items');
  }
  return found;
}

function propertiesIn(bytes: Bytes, iprp: Box): Map<number, readonly Box[]> {
  const all = [...boxes(bytes, child(bytes, iprp, 'ipco'))];
  const ipma = child(bytes, iprp, 'ipma');
  const [version, isLong] = [u8(bytes, ipma.start), (u8(bytes, ipma.start + 3) & 1) === 1];
  const reader = readerOf(bytes, ipma.start + 4);
  const found = new Map<number, readonly Box[]>();
  const mask = isLong ? 0x7fff : 0x7f;
  for (let items = reader.take(4); items > 0; items--) {
    const id = reader.take(idBytes(version, 1));
    must(!found.has(id) && found.size < ITEMS_MAX, 'properties of an item twice');
    const own: Box[] = [];
    for (let count = reader.take(1); count > 0; count--) {
      const index = reader.take(isLong ? 2 : 1) & mask;
      if (index > 0) own.push(all[index - 1] ?? refuse('a property that the file does not have'));
    }
    found.set(id, own);
  }
  return found;
}

function referencesIn(bytes: Bytes, iref: Box): Reference[] {
  const width = idBytes(u8(bytes, iref.start), 1);
  const found: Reference[] = [];
  for (const { type, start, end } of boxes(bytes, { start: iref.start + 4, end: iref.end })) {
    const reader = readerOf(payload(bytes, { type, at: start, start, end }), 0);
    const from = reader.take(width);
    found.push({ type, from, to: Array.from({ length: reader.take(2) }, () => reader.take(width)) });
    must(found.length <= EXTENTS_MAX, 'too many references');
  }
  return found;
}
