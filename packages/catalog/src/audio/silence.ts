/** What is silence: schema parts of the tools that look for it, so that one removes what the other lists. */
import { Type } from 'typebox';
import { SILENCE_DB, SILENCE_SECONDS } from '../operations/parameters.ts';

/** @param why completes "Seconds that a silence lasts at least to be …". */
export const silenceArguments = (why: string) => ({
  silenceDb: Type.Optional(
    Type.Integer({
      title: 'Silence level',
      ...SILENCE_DB,
      default: -50,
      description: 'Decibels relative to full scale; what stays below in all channels is silence.',
    }),
  ),
  silenceSeconds: Type.Optional(
    Type.Number({
      title: 'Shortest silence',
      ...SILENCE_SECONDS,
      default: 0.5,
      description: `Seconds that a silence lasts at least to be ${why}.`,
    }),
  ),
});
