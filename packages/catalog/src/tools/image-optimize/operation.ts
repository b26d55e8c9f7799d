/** The operation `optimize`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { IMAGE_FORMATS } from '../../image/formats.ts';
import { operation } from '../../operations/declaration.ts';

/** Outcomes if no quality meets the target. */
export const UNMET = ['best-effort', 'fail'] as const;

export const optimize = operation({
  engine: 'image',
  parameters: {
    format: Type.Enum([...IMAGE_FORMATS]),
    maxBytes: Type.Optional(Type.Integer({ minimum: 1 })),
    similarity: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    whenUnmet: Type.Enum([...UNMET]),
  },
  inputs: ['source'],
  artifacts: 'one',
});
