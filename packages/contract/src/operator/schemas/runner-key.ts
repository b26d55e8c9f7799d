/** Keys of runners that ask for work themselves. Only one response contains the text of a key, once. */
import { Type } from 'typebox';
import { LIMITS } from '../../limits.ts';
import { idOf, list, Name, named, nullable, shownText, Timestamp } from '../../schemas/primitives.ts';
import { Reason } from './reason.ts';
import { OwnToolName } from './tools.ts';

/** As many as a tool can have, and the last revoked ones. */
const LISTED_MAX = 200;
const SUBJECT_MAX = 500;

export const RunnerKeyId = idOf('RunnerKeyId', 'rkey', 'a runner key');

export const RunnerKey = Type.Object(
  {
    id: RunnerKeyId,
    tool: OwnToolName,
    name: Name,
    createdAt: Timestamp,
    createdBy: Type.String({ maxLength: SUBJECT_MAX, description: 'The `sub` of the session.' }),
    revokedAt: nullable(Timestamp, 'Null: not revoked.'),
    lastAskedAt: nullable(Timestamp, 'When its runner last asked for work, to ten seconds; null: never.'),
  },
  named('RunnerKey', 'A key of runners of one tool, without its secret text.'),
);
export const RunnerKeyList = Type.Object(
  { keys: list(RunnerKey, LISTED_MAX) },
  named('RunnerKeyList', 'The latest runner keys of a tool, newest first.'),
);
export const IssueRunnerKeyRequest = Type.Object(
  { name: shownText(LIMITS.keyNameMax, 'The machine or the purpose of the key.'), reason: Reason },
  named('IssueRunnerKeyRequest', 'The runner key to create.'),
);
export const IssuedRunnerKey = Type.Object(
  {
    token: nullable(
      Type.String({
        maxLength: 200,
        description: 'The key itself, only this once; null if the same request is repeated.',
      }),
    ),
    key: RunnerKey,
  },
  named('IssuedRunnerKey', 'A new runner key.'),
);
