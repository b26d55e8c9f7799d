/** How long the content of executions is kept. */
import { Type } from 'typebox';
import { Timestamp, int32, named, nullable } from '../../schemas/primitives.ts';
import { Reason } from './reason.ts';

/** The retrieval period of a file: the execution that explains the file must stay readable for as long. */
const DAYS_MIN = 30;
const DAYS_MAX = 3_650;
const Days = nullable(
  int32(DAYS_MIN, {
    maximum: DAYS_MAX,
    description:
      'Days of 24 hours between the end of an execution and the deletion of its content; null: the content is kept without limit.',
  }),
);

export const Retention = Type.Object(
  { days: Days, since: nullable(Timestamp) },
  named('Retention', 'The retention period. `since` is the time of the last change; null: never changed.'),
);
export const SetRetentionRequest = Type.Object(
  { days: Days, reason: Reason },
  named('SetRetentionRequest', 'The new retention period.'),
);
