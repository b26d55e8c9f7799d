/** `Cancel-After`, the same for every route that accepts paid executions. */
import { Type } from 'typebox';
import { CANCEL_AFTER } from '../limits.ts';

/** @param cancels the beginning of the sentence "… this long after its acceptance". */
export const cancelAfterOf = (cancels: string) =>
  Type.String({
    pattern: CANCEL_AFTER.source,
    maxLength: 7,
    examples: ['90', '90s', '5m', '1h'],
    description:
      `${cancels} this long after its acceptance: seconds, or a number with s, m or h, from 1 second up to \`maxRuntimeSeconds\` of the tool. ` +
      'As with any cancellation, costs that have arisen until then are charged. The header is not part of the request that an Idempotency-Key identifies: a replay keeps the limit of the first request.',
  });
