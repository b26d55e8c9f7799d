/** Why somebody does something: it goes into the audit log with what they do. */
import { Type } from 'typebox';
import { named } from '../../schemas/primitives.ts';

export const Reason = Type.Optional(
  Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the audit log.' }),
);
/** Of an act that needs nothing else. */
export const ReasonBody = Type.Object({ reason: Reason }, named('ReasonRequest', 'Why.'));
