/** `Prefer: wait` of RFC 7240, the same for every route that can delay its response. */
import { Type } from 'typebox';

/**
 * An invalid preference is ignored, so it never causes an error.
 * @param end completes the sentence "delays the response until …".
 */
export const preferOf = (end: string) =>
  Type.String({
    maxLength: 200,
    examples: ['wait=20'],
    description:
      `\`wait=n\` delays the response until ${end}, for at most n seconds; n is at most 30. Prefer this to polling. If the preference was ` +
      'not applied, the response has no `Preference-Applied` header.',
  });

export const preferenceApplied = {
  'Preference-Applied': '`wait=n` if the response was delayed, or if there was nothing to wait for.',
};
