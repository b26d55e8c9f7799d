/** The size of a resized picture as expressions: that of `resizedSize` of image-resize, exact. */
import type { Expr, Pointer } from '@farebox/price-rules';
import { not, type Sides, when } from './expressions.ts';

/** Above every scale that a size can ask for. */
const NO_LIMIT = 1_000_000_000;

/**
 * The area of a resized picture: one of three cases, of which the others are 0.
 * @param at pointer of the object that has width, height and fit.
 * @param areaOf the area of a size with whole sides, or of one that is scaled and has to be rounded.
 */
export function resizedArea(source: Sides, at: Pointer, areaOf: (sides: Sides, isScaled: boolean) => Expr): Expr {
  const [wanted, tall] = [`${at}/width`, `${at}/height`];
  const given = (pointer: Pointer): Expr => ({ min: [1, { arg: pointer, else: 0 }] });
  const isBox = [fitted(at, ['cover', 'contain', 'fill']), given(wanted), given(tall)];
  const keeps: Expr = {
    mul: [fitted(at, ['inside', 'outside', 'cover', 'fill']), { lookup: ENLARGED, table: { false: 1, true: 0 } }],
  };
  const box: Sides = { width: { arg: wanted, else: 0 }, height: { arg: tall, else: 0 } };
  const cut: Sides = { width: { min: [box.width, source.width] }, height: { min: [box.height, source.height] } };
  const scale = scaleOf(source, at);
  const scaled: Sides = { width: { mul: [source.width, scale] }, height: { mul: [source.height, scale] } };
  return {
    max: [
      when([...isBox, keeps], areaOf(cut, false)),
      when([...isBox, not(keeps)], areaOf(box, false)),
      when([not({ mul: isBox })], areaOf(scaled, true)),
    ],
  };
}

const ENLARGED = '/allowEnlargement';

/** 1 for these ways to fit a picture into its box, 0 for the others. */
const fitted = (at: Pointer, fits: readonly string[]): Expr => ({
  lookup: `${at}/fit`,
  table: Object.fromEntries(FITS.map((fit) => [fit, fits.includes(fit) ? 1 : 0])),
});

const FITS = ['inside', 'outside', 'cover', 'contain', 'fill'] as const;

function scaleOf({ width, height }: Sides, at: Pointer): Expr {
  const scales = (absent: number): Expr[] => [
    { div: [{ arg: `${at}/width`, else: absent }, width] },
    { div: [{ arg: `${at}/height`, else: absent }, height] },
  ];
  return {
    min: [
      { lookup: ENLARGED, table: { false: 1, true: NO_LIMIT } },
      {
        max: [
          when([fitted(at, ['outside'])], { max: scales(0) }),
          when([fitted(at, ['inside', 'cover', 'contain', 'fill'])], { min: scales(NO_LIMIT) }),
        ],
      },
    ],
  };
}
