/** The reason of a change. The audit log stores it with the change. */
import { Type } from 'typebox';
import { named } from '../../schemas/primitives.ts';

export const Reason = Type.Optional(
  Type.String({ minLength: 1, maxLength: 500, description: 'The reason, for the audit log.' }),
);
/** The body of a change that needs only a reason. */
export const ReasonBody = Type.Object({ reason: Reason }, named('ReasonRequest', 'The reason of the change.'));
