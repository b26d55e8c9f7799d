/** Ids that only the operator API uses. */
import { idOf } from '../../schemas/primitives.ts';

export const MemberId = idOf('MemberId', 'mem', 'a member of a project');
export const InvitationId = idOf('InvitationId', 'inv', 'an invitation');
