/** Server-sent events, the same for every route that answers with them. */
import { Type } from 'typebox';

const EVENT_ID_MAX = 100;

/** @param description what the id means to the stream. */
const lastEventId = (description: string) => ({
  'Last-Event-ID': Type.String({ maxLength: EVENT_ID_MAX, description }),
});

/** For a stream of the states of one thing. */
export const lastStateId = lastEventId(
  'The `id` of the last event that you read: the stream does not repeat that state if it is still current. Any other text is ignored.',
);
/** For a stream of all executions. */
export const lastPosition = lastEventId('The last `id` that you read, from any gateway. Any other text is ignored.');
/** For a stream at an event URL. */
export const lastSentId = lastEventId(
  'The last `id` that you read. `EventSource` sends it by itself. Any other text is ignored.',
);

export const eventStream = {
  description: 'The event stream.',
  mediaType: 'text/event-stream',
  schema: Type.String({ maxLength: 1_000_000_000, description: 'Events in the format of the HTML standard.' }),
} as const;
