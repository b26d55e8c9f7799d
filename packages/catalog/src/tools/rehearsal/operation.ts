/** The operation `rehearse`: its parameters, input files and artifacts, for plans and the worker. */
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
