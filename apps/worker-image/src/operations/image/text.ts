/** Text as a mask, in the shipped font. The client's text is drawn unchanged and must never be interpreted as markup. */
import { fileURLToPath } from 'node:url';
import { openText } from './engine.ts';

/** Coverage of each pixel: 0 to 255. */
export interface Mask {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const FAMILY = 'DejaVu Sans';
const FONT = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));
/** Makes one point one pixel: points are defined by dots per inch. */
const DPI = 72;

/** @param fontPixels height of the font. Lines are not wrapped. */
export async function maskOf(text: string, fontPixels: number): Promise<Mask> {
  const font = `${FAMILY} ${fontPixels}`;
  const { data, info } = await openText({ text: escaped(text), font, fontfile: FONT, dpi: DPI })
    .extractChannel(0)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The library interprets every text as Pango markup. */
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (each) => ENTITIES[each] as string);
