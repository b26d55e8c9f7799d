/**
 * Curves and matrices that turn HDR and wide colours into those of sRGB and BT.709. Each is an expression or a table
 * of filters that every ffmpeg has.
 */
import { type Filter, filter, type formula as Made, formula } from '../ffmpeg/filters.ts';
import type { Colours } from './colours.ts';

type Formula = ReturnType<typeof Made>;

/** The sample of white after ffmpeg has converted to 16 bits, whatever the bits of the source. */
const WHITE = 65_280;
/** The light of white in SDR, and of graphics and paper in HDR (ITU-R BT.2408). */
const WHITE_NITS = 203;
const PEAK_NITS = { pq: 10_000, hlg: 1000 } as const;
/** Light up to this share of white stays as it is; more is compressed, so that the peak becomes white. */
const KNEE = 0.65;

/** To be applied to 16-bit RGB. */
export function inSdr({ light, gamut }: Pick<Colours, 'light' | 'gamut'>): readonly Filter[] {
  if (light === 'sdr' && gamut === 'bt709') return [];
  const mixed = gamut === 'bt709' ? [] : [filter('colorchannelmixer', MIXES[gamut])];
  return [UNTOLD, each(LIGHTS[light]), ...mixed, each(SRGB)];
}

/** Newer encoders would write the mastering display of HDR into the result. */
const UNTOLD = filter('sidedata', { mode: 'delete' });

const each = (curve: Formula): Filter => filter('lutrgb', { r: curve, g: curve, b: curve });

const SIGNAL = formula`clip(val/${WHITE},0,1)`;

/** IEC 61966-2-1, which stands for all curves of SDR. */
const SRGB = formula`st(0,${SIGNAL});${WHITE}*if(lte(ld(0),0.0031308),12.92*ld(0),1.055*pow(ld(0),1/2.4)-0.055)`;
const SRGB_LIGHT = formula`st(0,${SIGNAL});${WHITE}*if(lte(ld(0),0.04045),ld(0)/12.92,pow((ld(0)+0.055)/1.055,2.4))`;
/** SMPTE ST 2084. */
const PQ_LIGHT = formula`st(0,pow(${SIGNAL},1/78.84375));pow(max(ld(0)-0.8359375,0)/(18.8515625-18.6875*ld(0)),1/0.1593017578125)`;
/** ARIB STD-B67 on a display of 1000 nits, whose gamma of 1.2 is applied to each colour as SDR does. */
const HLG_LIGHT = formula`st(0,${SIGNAL});pow(if(lte(ld(0),0.5),ld(0)*ld(0)/3,(exp((ld(0)-0.55991073)/0.17883277)+0.28466892)/12),1.2)`;

const LIGHTS: Readonly<Record<Colours['light'], Formula>> = {
  sdr: SRGB_LIGHT,
  linear: formula`${WHITE}*${SIGNAL}`,
  pq: compressed(PQ_LIGHT, PEAK_NITS.pq / WHITE_NITS),
  hlg: compressed(HLG_LIGHT, PEAK_NITS.hlg / WHITE_NITS),
};

/**
 * The curve of "mobius": a straight line up to the knee, then a hyperbola of the same slope through peak and white.
 *
 * @param light from 0 to 1, the peak.
 * @param peak in multiples of white.
 */
function compressed(light: Formula, peak: number): Formula {
  const offset = (KNEE * KNEE - 2 * KNEE * peak + peak) / (peak - 1);
  const start = (-KNEE * KNEE * (peak - 1)) / (KNEE * KNEE - 2 * KNEE + peak);
  const scale = (offset * offset + 2 * offset * KNEE + KNEE * KNEE) / (offset - start);
  const above = formula`${scale}*(ld(1)+${start})/(ld(1)+${offset})`;
  return formula`st(1,${peak}*(${light}));${WHITE}*if(lte(ld(1),${KNEE}),ld(1),${above})`;
}

/** Light of wide primaries as light of those of BT.709, from the chromaticities of the standards; white stays. */
const MIXES = {
  bt2020: mix([1.660491, -0.587641, -0.07285], [-0.12455, 1.1329, -0.008349], [-0.018151, -0.100579, 1.11873]),
  p3: mix([1.22494, -0.22494, 0], [-0.042057, 1.042057, 0], [-0.019638, -0.078636, 1.098274]),
} as const;

type Row = readonly [r: number, g: number, b: number];

function mix(red: Row, green: Row, blue: Row): Readonly<Record<string, number>> {
  const rows = { r: red, g: green, b: blue };
  return Object.fromEntries(
    Object.entries(rows).flatMap(([to, [r, g, b]]) => [
      [`${to}r`, r],
      [`${to}g`, g],
      [`${to}b`, b],
    ]),
  );
}
