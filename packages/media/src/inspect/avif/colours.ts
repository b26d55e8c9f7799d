/**
 * Whether the image tools show a picture's colours as they are meant. Their decoder reads an ICC profile, and takes a
 * picture without one as sRGB, whatever its code points say. So other colours are refused: they would come out pale or
 * too bright, without a word.
 */
import { type Bytes, tag, u16be } from '../bytes.ts';
import { refuseUnsupported } from '../inspection.ts';
import type { Box } from '../mp4/boxes.ts';
import type { Colours } from './av1-picture.ts';

const HDR: ReadonlySet<number> = new Set([16, 18]);
/** BT.709, which sRGB shares, unspecified, and both variants of BT.601, which differ from it by less than is seen. */
const COMMON_PRIMARIES: ReadonlySet<number> = new Set([1, 2, 5, 6]);
const COMMON_TRANSFERS: ReadonlySet<number> = new Set([1, 2, 6, 13, 14, 15]);

/** @param inPicture the code points of the picture itself, which count if the file has none beside it. */
export function checkColours(bytes: Bytes, properties: readonly Box[], inPicture: Colours): void {
  const boxes = properties.filter(({ type }) => type === 'colr');
  const kinds = boxes.map(({ start }) => tag(bytes, start));
  const codes = boxes[kinds.indexOf('nclx')];
  const told = codes === undefined ? inPicture : codePoints(bytes, codes);
  if (HDR.has(told.transfer) || HDR.has(inPicture.transfer))
    refuseUnsupported('a picture of high dynamic range (PQ or HLG)', 'sRGB, or an ICC profile');
  if (kinds.includes('prof') || kinds.includes('rICC')) return;
  if (COMMON_PRIMARIES.has(told.primaries) && COMMON_TRANSFERS.has(told.transfer)) return;
  refuseUnsupported(
    `a picture of the colour primaries ${told.primaries} and the transfer ${told.transfer} without a profile`,
    'sRGB, or an ICC profile',
  );
}

const codePoints = (bytes: Bytes, { start }: Box): Colours => ({
  primaries: u16be(bytes, start + 4),
  transfer: u16be(bytes, start + 6),
});
