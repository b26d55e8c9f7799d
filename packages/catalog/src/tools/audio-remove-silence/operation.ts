/** The operation `remove-silence`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { silence, soundResult } from '../../operations/parameters.ts';

/** Seconds that are kept of one pause. */
export const KEPT_SECONDS = { minimum: 0, maximum: 5 } as const;

export const removeSilence = operation({
  engine: 'av',
  parameters: { ...silence, keepSeconds: Type.Number(KEPT_SECONDS), ...soundResult },
  inputs: ['source'],
  artifacts: 'one',
});
