/** The operation `analyze-video`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';

const seconds = Type.Number({ minimum: 0.1, maximum: 60 });

export const analyzeVideo = operation({
  engine: 'av',
  parameters: {
    sceneThreshold: Type.Number({ minimum: 1, maximum: 100 }),
    blackSeconds: seconds,
    frozenSeconds: seconds,
  },
  inputs: ['source'],
  artifacts: 'none',
});
