/** Names of what only the operator API speaks of. */
import { idOf } from '../../schemas/primitives.ts';

export const MemberId = idOf('MemberId', 'mem', 'a member of a project');
export const InvitationId = idOf('InvitationId', 'inv', 'an invitation');
