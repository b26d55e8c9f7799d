/**
 * The characters that a TrueType font can draw, read from its own tables, independently of the library that draws with
 * it.
 */

/** Code points with an outline, as ranges in hexadecimal. */
export function drawnCharacters(font: Buffer): string[] {
  const tables = tablesOf(font);
  const glyphs = glyphsOf(font, tables['cmap'] as number);
  const isLong = font.readInt16BE((tables['head'] as number) + 50) === 1;
  const offsetOf = (glyph: number) =>
    isLong
      ? font.readUInt32BE((tables['loca'] as number) + 4 * glyph)
      : 2 * font.readUInt16BE((tables['loca'] as number) + 2 * glyph);
  return rangesOf([...glyphs].filter(([, glyph]) => offsetOf(glyph) < offsetOf(glyph + 1)).map(([point]) => point));
}

/** Tag → offset. */
function tablesOf(font: Buffer): Readonly<Record<string, number>> {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
  return Object.fromEntries(entries.map((at) => [font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8)]));
}

/** Code point → glyph, from the table of format 12. */
function glyphsOf(font: Buffer, cmap: number): Map<number, number> {
  const encodings = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, n) => cmap + font.readUInt32BE(cmap + 8 + 8 * n),
  );
  const table = encodings.find((at) => font.readUInt16BE(at) === 12) as number;
  const glyphs = new Map<number, number>();
  for (let n = 0; n < font.readUInt32BE(table + 12); n++) {
    const [first, last, glyph] = [0, 4, 8].map((at) => font.readUInt32BE(table + 16 + 12 * n + at)) as [
      number,
      number,
      number,
    ];
    for (let point = first; point <= last; point++) glyphs.set(point, glyph + point - first);
  }
  return glyphs;
}

function rangesOf(points: readonly number[]): string[] {
  const ranges: [first: number, last: number][] = [];
  for (const point of points.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === point - 1) last[1] = point;
    else ranges.push([point, point]);
  }
  return ranges.map(([first, last]) =>
    (first === last ? [first] : [first, last]).map((each) => each.toString(16)).join('-'),
  );
}
