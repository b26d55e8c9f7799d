/** Test support: writes AVIF files from pictures in AV1, honest ones and ones that no encoder would write. */
import { boxes, maybeChild } from '../inspect/mp4/boxes.ts';

export interface WrittenItem {
  readonly id: number;
  readonly type: string;
  readonly data: Buffer;
  readonly properties?: readonly Buffer[];
}

export interface WrittenFile {
  readonly items: readonly WrittenItem[];
  readonly references?: readonly { readonly type: string; readonly from: number; readonly to: readonly number[] }[];
  /** The first one is the major brand. */
  readonly brands?: readonly string[];
  readonly handler?: string;
  /** How an item's bytes are found: 0 in the file. */
  readonly method?: number;
  /** Added to the position of each item. */
  readonly shift?: number;
}

export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
export const u32 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
const u16 = (value: number): Buffer => Buffer.from(value.toString(16).padStart(4, '0'), 'hex');
const full = (type: string, version: number, ...parts: readonly Buffer[]): Buffer =>
  box(type, u32(version * 0x100_0000), ...parts);

export const ispe = (width: number, height: number): Buffer => full('ispe', 0, u32(width), u32(height));
export const irot = (turns: number): Buffer => box('irot', Buffer.from([turns]));
export const nclx = (primaries: number, transfer: number): Buffer =>
  box('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(6), Buffer.from([0x80]));
export const profile = (icc: Buffer): Buffer => box('colr', Buffer.from('prof'), icc);

/** A grid of tiles, as the data of an item. */
export const grid = (rows: number, columns: number, [width, height]: readonly [number, number]): Buffer =>
  Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), u32(width), u32(height)]);

/** @returns the picture in AV1 of a file by sharp, and its configuration. */
export function av1In(avif: Buffer): { readonly data: Buffer; readonly config: Buffer } {
  const all = [...boxes(avif, { start: 0, end: avif.length })];
  const [meta, mdat] = ['meta', 'mdat'].map((type) => all.find((each) => each.type === type)!);
  const iprp = maybeChild(avif, { start: meta!.start + 4, end: meta!.end }, 'iprp')!;
  const av1C = maybeChild(avif, maybeChild(avif, iprp, 'ipco')!, 'av1C')!;
  return { data: avif.subarray(mdat!.start, mdat!.end), config: avif.subarray(av1C.at, av1C.end) };
}

/** The first item is the picture. */
export function avifOf(file: WrittenFile): Buffer {
  const { items, brands = ['avif', 'mif1', 'miaf'], shift = 0 } = file;
  const ftyp = box('ftyp', Buffer.from(brands[0]!), u32(0), ...brands.map((brand) => Buffer.from(brand)));
  const start =
    ftyp.length +
    metaOf(
      file,
      items.map(() => 0),
    ).length +
    8;
  let at = start + shift;
  const positions = items.map(({ data }) => (at += data.length) - data.length);
  return Buffer.concat([ftyp, metaOf(file, positions), box('mdat', ...items.map(({ data }) => data))]);
}

function metaOf({ items, references = [], handler = 'pict', method = 0 }: WrittenFile, positions: number[]): Buffer {
  const properties = items.flatMap((item) => item.properties ?? []);
  const [infes, places, uses] = [[], [], []] as [Buffer[], Buffer[], Buffer[]];
  let used = 0;
  for (const [n, { id, type, data, properties: own = [] }] of items.entries()) {
    infes.push(full('infe', 2, u16(id), u16(0), Buffer.from(`${type}\0`, 'latin1')));
    places.push(Buffer.concat([u16(id), u16(method), u16(0), u16(1), u32(positions[n]!), u32(data.length)]));
    uses.push(Buffer.concat([u16(id), Buffer.from([own.length, ...own.map(() => ++used)])]));
  }
  return full(
    'meta',
    0,
    full('hdlr', 0, u32(0), Buffer.from(handler), Buffer.alloc(13)),
    full('pitm', 0, u16(items[0]!.id)),
    full('iloc', 1, Buffer.from([0x44, 0x00]), u16(items.length), ...places),
    full('iinf', 0, u16(items.length), ...infes),
    box('iprp', box('ipco', ...properties), full('ipma', 0, u32(items.length), ...uses)),
    full(
      'iref',
      0,
      ...references.map(({ type, from, to }) => box(type, u16(from), u16(to.length), ...to.map((id) => u16(id)))),
    ),
  );
}
