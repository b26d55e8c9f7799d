/** Parses server-sent events, as the HTML standard defines them, from a body that arrives in chunks. */

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
  /** In milliseconds. */
  readonly retryMs: number | undefined;
}

/** Also yields events without data, for their `retry`. An incomplete event at the end of the body is dropped. */
export async function* eventsOf(body: AsyncIterable<string>): AsyncGenerator<ServerEvent, void> {
  let unread = '';
  for await (const text of body) {
    // A carriage return at the end of a chunk may be the first half of a line ending.
    unread = (unread + text).replaceAll(/\r\n|\r(?!$)/g, '\n');
    const blocks = unread.split('\n\n');
    unread = blocks.pop() ?? '';
    yield* blocks.map(eventOf);
  }
}

/** A line without a colon is a field without a value. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const at = line.indexOf(':');
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
}

function eventOf(block: string): ServerEvent {
  const fields = block.split('\n').map(fieldOf);
  const last = (name: string): string | undefined => fields.filter(([field]) => field === name).at(-1)?.[1];
  const retry = last('retry') ?? '';
  const data = fields.filter(([field]) => field === 'data').map(([, value]) => value);
  return {
    event: last('event') ?? 'message',
    data: data.join('\n'),
    id: last('id'),
    retryMs: /^\d{1,9}$/.test(retry) ? Number(retry) : undefined,
  };
}
