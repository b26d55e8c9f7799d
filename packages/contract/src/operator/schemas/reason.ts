/** The reason of a change. The audit log stores it with the change. */
import { Type } from 'typebox';
import { named, shownText } from '../../schemas/primitives.ts';

export const Reason = Type.Optional(shownText(500, 'The reason, for the audit log.'));
/** The body of a change that needs only a reason. */
export const ReasonBody = Type.Object({ reason: Reason }, named('ReasonRequest', 'The reason of the change.'));
