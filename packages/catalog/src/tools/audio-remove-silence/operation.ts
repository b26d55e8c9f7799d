/** `remove-silence`: what a worker is told of it, and nothing else. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { silence, soundResult } from '../../operations/parameters.ts';

/** Of one pause. */
export const KEPT_SECONDS = { minimum: 0, maximum: 5 } as const;

export const removeSilence = operation({
  engine: 'av',
  parameters: { ...silence, keepSeconds: Type.Number(KEPT_SECONDS), ...soundResult },
  inputs: ['source'],
  artifacts: 'one',
});
