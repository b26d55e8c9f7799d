/** How long the content of executions is kept. */
import { Type } from 'typebox';
import { Timestamp, int32, named, nullable } from '../../schemas/primitives.ts';
import { Reason } from './reason.ts';

/** A file is retrievable for so long, and what became of it has to be readable meanwhile. */
const DAYS_MIN = 30;
const DAYS_MAX = 3_650;
const Days = nullable(
  int32(DAYS_MIN, {
    maximum: DAYS_MAX,
    description: 'Of 24 hours, from the end of an execution until its content is deleted; null: it is kept for ever.',
  }),
);

export const Retention = Type.Object(
  { days: Days, since: nullable(Timestamp) },
  named('Retention', 'How long content is kept, and since when that holds; null: since the project was made.'),
);
export const SetRetentionRequest = Type.Object(
  { days: Days, reason: Reason },
  named('SetRetentionRequest', 'How long the content of executions is to be kept.'),
);
