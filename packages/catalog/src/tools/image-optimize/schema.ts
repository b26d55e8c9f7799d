/** The input of image-optimize. The target is always given, never guessed: a size in bytes, a similarity, or both. */
import type { Chainable } from '../../files/file.ts';
import { Type, type Static } from 'typebox';
import { closedInput, given } from '../../image/schema.ts';
import { sourceArgument } from '../../image/source.ts';
import { IMAGE_FORMATS, type ImageFormat } from '../../image/formats.ts';
import { UNMET } from './operation.ts';
import type { Defaulted } from '../../tool.ts';

/** The model is the format of the result. */
export type OptimizeModel = ImageFormat;

const BYTES_MAX = 52_428_800;

export const optimizeSchema = Type.Object(
  {
    source: sourceArgument,
    model: Type.Enum([...IMAGE_FORMATS], { title: 'Format', description: 'Format of the result.' }),
    maxBytes: Type.Optional(
      Type.Integer({
        title: 'Most bytes',
        minimum: 100,
        maximum: BYTES_MAX,
        description:
          'The result has at most this many bytes. Without similarity: the best quality that fits. With similarity: the smallest file that is similar enough, if it fits.',
      }),
    ),
    similarity: Type.Optional(
      Type.Number({
        title: 'Similarity',
        minimum: 0.5,
        maximum: 1,
        description:
          'How similar the result must be to the source: the mean structural similarity (SSIM, 0 to 1) of their luma. 0.95 is hard to tell apart at a glance, 0.98 side by side. 1 means that every pixel is equal, which only png always reaches.',
      }),
    ),
    whenUnmet: Type.Optional(
      Type.Enum([...UNMET], {
        title: 'When unmet',
        default: 'best-effort',
        description:
          'What happens if no quality meets the target. best-effort: delivers the best result within maxBytes, or else the smallest possible one, with met: false in the result. fail: the execution fails with target_not_met and costs nothing.',
      }),
    ),
  },
  { ...closedInput, anyOf: [given('maxBytes', 'Most bytes'), given('similarity', 'Similarity')] },
);

export type OptimizeArguments = Chainable<Defaulted<Static<typeof optimizeSchema>, 'whenUnmet'>>;
