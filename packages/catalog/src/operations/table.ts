/**
 * Every operation, declared once. A plan that names another one, or gives it other parameters, does not compile; neither
 * does the worker of an engine while one of its operations has no implementation.
 */
import { AUDIO_FORMAT_NAMES, IMAGE_TYPES } from '@tollgate/kernel';
import { type TSchema, Type } from 'typebox';
import { operation, paidOperation } from './declaration.ts';

const side = Type.Integer({ minimum: 1 });
const quality = Type.Integer({ minimum: 1, maximum: 100 });
const colour = Type.String({ pattern: '^#[0-9a-fA-F]{6}$' });
const text = Type.String({ minLength: 1 });

/** `image/jpeg` is the format `jpeg`. */
export type ImageFormat = (typeof IMAGE_TYPES)[number] extends `image/${infer F}` ? F : never;
export const IMAGE_FORMATS = IMAGE_TYPES.map((type) => type.slice('image/'.length) as ImageFormat);
export const FITS = ['inside', 'outside', 'cover', 'contain', 'fill'] as const;
/** How a picture fills a cell of a grid. */
export const CELL_FITS = ['cover', 'contain', 'fill'] as const;

/** Places of a mark in a picture. */
export const POSITIONS = [
  'center',
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;

/** What becomes of a target that no quality meets. */
export const UNMET = ['best-effort', 'fail'] as const;

/** Places of a window in a picture, and the two that its content decides. */
export const GRAVITIES = [
  'center',
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
  'attention',
  'entropy',
] as const;

const factor = Type.Number({ minimum: 0, maximum: 10 });
const ratio = Type.Number({ minimum: 0, maximum: 1 });
const box = <P extends TSchema, S extends TSchema>(place: P, size: S) =>
  Type.Object({ left: place, top: place, width: size, height: size }, { additionalProperties: false });

/** Of sound, in hertz: what every format but Opus has. */
export const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

export const OPERATIONS = {
  resize: operation({
    engine: 'image',
    parameters: {
      width: Type.Optional(side),
      height: Type.Optional(side),
      fit: Type.Enum([...FITS]),
      allowEnlargement: Type.Boolean(),
      format: Type.Enum(['source', ...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
      background: Type.Optional(colour),
    },
    inputs: ['source'],
    artifacts: 'one',
  }),
  convert: operation({
    engine: 'image',
    parameters: {
      format: Type.Enum([...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
      lossless: Type.Optional(Type.Boolean()),
      progressive: Type.Optional(Type.Boolean()),
      background: Type.Optional(colour),
    },
    inputs: ['source'],
    artifacts: 'one',
  }),
  crop: operation({
    engine: 'image',
    parameters: {
      /** In pixels. */
      box: Type.Optional(box(Type.Integer({ minimum: 0 }), side)),
      /** In ratios of the sides. */
      part: Type.Optional(box(ratio, ratio)),
      window: Type.Optional(
        Type.Object({ width: side, height: side, gravity: Type.Enum([...GRAVITIES]) }, { additionalProperties: false }),
      ),
      format: Type.Enum(['source', ...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
      background: Type.Optional(colour),
    },
    inputs: ['source'],
    artifacts: 'one',
  }),
  thumbnails: operation({
    engine: 'image',
    parameters: {
      sizes: Type.Array(
        Type.Object(
          { width: Type.Optional(side), height: Type.Optional(side), fit: Type.Enum([...FITS]) },
          { additionalProperties: false },
        ),
        { minItems: 1 },
      ),
      allowEnlargement: Type.Boolean(),
      format: Type.Enum(['source', ...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
      background: Type.Optional(colour),
    },
    inputs: ['source'],
    artifacts: { each: 'sizes' },
  }),
  adjust: operation({
    engine: 'image',
    parameters: {
      trim: Type.Optional(Type.Integer({ minimum: 0, maximum: 254 })),
      rotate: Type.Optional(Type.Number({ minimum: -360, maximum: 360 })),
      flip: Type.Optional(Type.Boolean()),
      flop: Type.Optional(Type.Boolean()),
      blur: Type.Optional(Type.Number({ minimum: 0.3, maximum: 30 })),
      sharpen: Type.Optional(Type.Number({ minimum: 0.3, maximum: 10 })),
      brightness: Type.Optional(factor),
      saturation: Type.Optional(factor),
      hue: Type.Optional(Type.Integer({ minimum: -360, maximum: 360 })),
      grayscale: Type.Optional(Type.Boolean()),
      format: Type.Enum(['source', ...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
      background: Type.Optional(colour),
    },
    inputs: ['source'],
    artifacts: 'one',
  }),
  compare: operation({
    engine: 'image',
    parameters: { tolerance: Type.Integer({ minimum: 0, maximum: 255 }), diff: Type.Boolean() },
    inputs: ['source', 'other'],
    artifacts: 'optional',
  }),
  analyze: operation({
    engine: 'image',
    parameters: { colors: Type.Integer({ minimum: 1, maximum: 16 }) },
    inputs: ['source'],
    artifacts: 'none',
  }),
  optimize: operation({
    engine: 'image',
    parameters: {
      format: Type.Enum([...IMAGE_FORMATS]),
      maxBytes: Type.Optional(Type.Integer({ minimum: 1 })),
      similarity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
      whenUnmet: Type.Enum([...UNMET]),
    },
    inputs: ['source'],
    artifacts: 'one',
  }),
  watermark: operation({
    engine: 'image',
    parameters: {
      /** Without it, the mark is the file in `overlay`. */
      text: Type.Optional(text),
      color: Type.Optional(colour),
      position: Type.Enum([...POSITIONS]),
      margin: Type.Integer({ minimum: 0 }),
      scale: ratio,
      opacity: ratio,
      tile: Type.Boolean(),
      format: Type.Enum(['source', ...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
      background: Type.Optional(colour),
    },
    inputs: ['source', 'overlay?'],
    artifacts: 'one',
  }),
  collage: operation({
    engine: 'image',
    parameters: {
      columns: side,
      cellWidth: side,
      cellHeight: side,
      gap: Type.Integer({ minimum: 0 }),
      fit: Type.Enum([...CELL_FITS]),
      background: Type.Optional(colour),
      format: Type.Enum([...IMAGE_FORMATS]),
      quality: Type.Optional(quality),
    },
    inputs: ['images[]'],
    artifacts: 'one',
  }),
  rehearse: operation({
    engine: 'image',
    parameters: {
      durationMs: Type.Integer({ minimum: 0 }),
      outcome: Type.Enum(['succeed', 'fail']),
      artifactBytes: Type.Optional(Type.Integer({ minimum: 0 })),
    },
    inputs: [],
    artifacts: 'optional',
  }),
  'convert-audio': operation({
    engine: 'av',
    parameters: {
      format: Type.Enum([...AUDIO_FORMAT_NAMES]),
      bitrateKbps: Type.Optional(Type.Integer({ minimum: 16, maximum: 320 })),
      sampleRateHz: Type.Optional(Type.Enum([...SAMPLE_RATES])),
      channels: Type.Optional(Type.Enum([1, 2])),
    },
    inputs: ['source'],
    artifacts: 'one',
  }),
  'generate-image': paidOperation({ parameters: { prompt: text, size: text }, inputs: [], artifacts: 'one' }),
  'generate-speech': paidOperation({ parameters: { text, voice: text }, inputs: [], artifacts: 'one' }),
  transcribe: paidOperation({
    parameters: { language: Type.Optional(text), prompt: Type.Optional(text) },
    inputs: ['source'],
    artifacts: 'none',
  }),
  'predict-image': paidOperation({
    parameters: { prompt: text, strength: Type.Number({ minimum: 0, maximum: 1 }) },
    inputs: ['source'],
    artifacts: 'one',
  }),
  'predict-upscale': paidOperation({
    parameters: { scale: Type.Integer({ minimum: 1 }) },
    inputs: ['source'],
    artifacts: 'one',
  }),
  'predict-cutout': paidOperation({ parameters: {}, inputs: ['source'], artifacts: 'one' }),
  'predict-video': paidOperation({
    parameters: { prompt: text, seconds: Type.Integer({ minimum: 1 }) },
    inputs: [],
    artifacts: 'one',
  }),
} as const;
