/** `rehearse`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

export const rehearse = operation({
  engine: 'image',
  parameters: {
    durationMs: Type.Integer({ minimum: 0 }),
    outcome: Type.Enum(['succeed', 'fail']),
    artifactBytes: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  inputs: [],
  artifacts: 'optional',
});
