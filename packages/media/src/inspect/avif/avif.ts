/**
 * AVIF: one picture in AV1, alone or as a grid of tiles, possibly with transparency and metadata. Its size is that of the
 * AV1 data itself; the sizes that the file declares must agree. An animation (`avis`) would become its first picture
 * without a word, so it is refused, as an animated PNG is.
 */
import { tag, u16be, u32be, u8 } from '../bytes.ts';
import { type Inspection, must, picture, refuse, refuseUnsupported } from '../inspection.ts';
import { type Box, fileBoxes, payload } from '../mp4/boxes.ts';
import type { Size } from '../mp4/picture/units.ts';
import { type Av1Picture, av1PictureOf, type Colours } from './av1-picture.ts';
import { checkColours } from './colours.ts';
import { type Item, type Items, itemsOf } from './items.ts';

const SUPPORTED = 'AVIF of one picture';

export function inspectAvif(bytes: Buffer): Inspection {
  const items = itemsOf(bytes, metaOf(bytes));
  const { primary, byId } = items;
  if (primary.type !== 'av01' && primary.type !== 'grid')
    refuseUnsupported(`a picture of the type "${primary.type.replaceAll(/[^A-Za-z0-9]/g, '?')}"`, 'AV1 (av01, grid)');
  const measured = new Map<number, Measured>();
  for (const item of byId.values()) if (item.type === 'av01') measured.set(item.id, measuredOf(bytes, item));
  for (const item of byId.values())
    if (item.type === 'grid') measured.set(item.id, gridOf(bytes, item, { items, measured }));
  const main = measured.get(primary.id) ?? refuse('no picture');
  checkOthers(items, measured, main);
  checkColours(bytes, primary.properties, main);
  const isTurned = turnsOf(bytes, primary.properties) % 2 === 1;
  return isTurned ? picture(main.height, main.width) : picture(main.width, main.height);
}

interface Measured extends Size, Colours {}

/** The box that describes the items. A decoder chooses by the first brand, so that one decides. */
function metaOf(bytes: Buffer): Box {
  must(tag(bytes, 4) === 'ftyp', 'ftyp is not first');
  const found: Record<'ftyp' | 'meta' | 'moov', Box[]> = { ftyp: [], meta: [], moov: [] };
  for (const box of fileBoxes(bytes)) found[box.type as keyof typeof found]?.push(box);
  const [ftyp, meta] = [found.ftyp[0], found.meta[0]];
  must(ftyp !== undefined && found.ftyp.length === 1, 'ftyp twice');
  const brands = brandsOf(payload(bytes, ftyp) as Buffer);
  if (brands.includes('avis') || found.moov.length > 0)
    refuseUnsupported('an animated AVIF', `${SUPPORTED}; MP4 for a moving one`);
  must(brands.includes('avif'), 'no brand of AVIF');
  if (brands[0] !== 'avif') refuseUnsupported('an AVIF whose first brand is another', 'the first brand avif');
  must(meta !== undefined && found.meta.length === 1, 'no meta box, or more than one');
  return meta;
}

function brandsOf(ftyp: Buffer): string[] {
  must(ftyp.length >= 8 && ftyp.length % 4 === 0, 'an ftyp of an impossible size');
  const brands = Array.from({ length: ftyp.length / 4 }, (_, index) => tag(ftyp, index * 4));
  brands.splice(1, 1); // the minor version is between the major brand and the others
  return brands;
}

function measuredOf(bytes: Buffer, { properties, data }: Item): Av1Picture {
  const found = av1PictureOf(data);
  must(isSame(declaredSize(bytes, properties), found), 'a picture of another size than declared');
  return found;
}

function declaredSize(bytes: Buffer, properties: readonly Box[]): Size {
  const [ispe, second] = properties.filter(({ type }) => type === 'ispe');
  must(ispe !== undefined && second === undefined, 'a picture without its size');
  return { width: u32be(bytes, ispe.start + 4), height: u32be(bytes, ispe.start + 8) };
}

const isSame = (one: Size, other: Size): boolean => one.width === other.width && one.height === other.height;

interface Known {
  readonly items: Items;
  readonly measured: ReadonlyMap<number, Measured>;
}

/** Rows and columns of equal tiles, whose last ones may exceed the picture, but not by a whole tile. */
function gridOf(bytes: Buffer, { id, properties, data }: Item, { items, measured }: Known): Measured {
  const [rows, columns] = [u8(data, 2) + 1, u8(data, 3) + 1];
  const isLong = (u8(data, 1) & 1) === 1;
  const size = isLong
    ? { width: u32be(data, 4), height: u32be(data, 8) }
    : { width: u16be(data, 4), height: u16be(data, 6) };
  must(isSame(declaredSize(bytes, properties), size), 'a picture of another size than declared');
  const tiles = items.references.filter(({ type, from }) => type === 'dimg' && from === id).flatMap(({ to }) => to);
  must(tiles.length === rows * columns, 'a grid of another number of tiles');
  const first = measured.get(tiles[0] ?? 0) ?? refuse('a grid without tiles');
  for (const tile of tiles) {
    const each = measured.get(tile) ?? refuse('a tile that is no picture in AV1');
    must(items.byId.get(tile)?.type === 'av01' && isSame(each, first), 'tiles of different sizes');
  }
  must(isFilled(size.width, columns, first.width) && isFilled(size.height, rows, first.height), 'a grid with gaps');
  return { ...first, ...size };
}

const isFilled = (side: number, count: number, tile: number): boolean =>
  side <= count * tile && side > (count - 1) * tile;

/**
 * Thumbnails and transparency must not be larger than the picture, because a decoder reads them too. Another picture
 * beside it is refused: a decoder might choose that one.
 */
function checkOthers({ primary, byId, references }: Items, measured: Known['measured'], main: Measured): void {
  const [known, tiles] = [new Set([primary.id]), new Set<number>()];
  for (const { type, from, to } of references) {
    if (type === 'thmb' || type === 'auxl') known.add(from);
    for (const id of type === 'dimg' ? to : []) (byId.get(from)?.type === 'grid' ? tiles : known).add(id);
    const isTransparency = type === 'auxl' && to.includes(primary.id);
    must(!isTransparency || measured.has(from), 'transparency that is no picture in AV1');
  }
  for (const [id, { width, height }] of measured) {
    if (tiles.has(id)) continue; // tiles at the edges may exceed the picture
    if (!known.has(id)) refuseUnsupported('a file of several pictures', SUPPORTED);
    must(width <= main.width && height <= main.height, 'a picture that is larger than the main one');
  }
}

/** Quarter turns. Mirroring keeps the size. EXIF orientation does not count in this format. */
function turnsOf(bytes: Buffer, properties: readonly Box[]): number {
  if (properties.some(({ type }) => type === 'clap')) refuseUnsupported('a cropped picture (clap)', SUPPORTED);
  return properties.reduce((sum, { type, start }) => sum + (type === 'irot' ? u8(bytes, start) & 3 : 0), 0);
}
