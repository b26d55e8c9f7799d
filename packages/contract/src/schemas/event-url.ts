/** An event URL: a client without a key can follow one execution or batch, or all executions of the project, for a short time. */
import { Type, type Static } from 'typebox';
import { EXECUTED_TOOL_NAME, LIMITS } from '../limits.ts';
import { Timestamp, described, int32, named } from './primitives.ts';

const URL_CHARACTERS_MAX = 4_000;
/** The longest text that can name an execution or a batch, as in a path. */
const ID_CHARACTERS_MAX = 200;

export const EventUrlRequest = Type.Object(
  {
    executionId: Type.Optional(
      Type.String({
        maxLength: ID_CHARACTERS_MAX,
        description:
          'The execution to follow, `exe_…`. Without it and without `batchId`, the URL follows all executions of the project.',
      }),
    ),
    batchId: Type.Optional(
      Type.String({
        maxLength: ID_CHARACTERS_MAX,
        description: 'The batch to follow, `bat_…`. Send this or `executionId`, not both.',
      }),
    ),
    tool: Type.Optional(
      Type.String({
        pattern: EXECUTED_TOOL_NAME.source,
        maxLength: 64,
        description: 'Only executions of this tool or template. Not allowed with `executionId` or `batchId`.',
      }),
    ),
    expiresInSeconds: Type.Optional(
      int32(1, { maximum: LIMITS.eventUrlSeconds, description: 'The URL ends after this time. Default 900.' }),
    ),
  },
  named('EventUrlRequest', 'The executions that the URL follows.'),
);

export const EventUrl = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: URL_CHARACTERS_MAX,
      description: 'The address for `EventSource`. A secret: whoever has it can read these executions.',
    }),
    expiresAt: described(Timestamp, 'The URL opens no stream after this time, and its open streams end.'),
  },
  named('EventUrl', 'A private URL of an event stream: any client that has it can read the stream until `expiresAt`.'),
);

export type EventUrlRequest = Static<typeof EventUrlRequest>;
export type EventUrl = Static<typeof EventUrl>;
