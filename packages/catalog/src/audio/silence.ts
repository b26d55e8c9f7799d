/**
 * Schema fields that define silence, shared by the tools that list and remove it: one removes exactly the silences
 * that the other lists.
 */
import { Type } from 'typebox';
import { SILENCE_DB, SILENCE_SECONDS } from '../operations/parameters.ts';

/** @param why completes "Only silences of at least this many seconds are …". */
export const silenceArguments = (why: string) => ({
  silenceDb: Type.Optional(
    Type.Integer({
      title: 'Silence level',
      ...SILENCE_DB,
      default: -50,
      description: 'Decibels relative to full scale. Audio that stays below this level in all channels is silence.',
    }),
  ),
  silenceSeconds: Type.Optional(
    Type.Number({
      title: 'Shortest silence',
      ...SILENCE_SECONDS,
      default: 0.5,
      description: `Only silences of at least this many seconds are ${why}.`,
    }),
  ),
});
