/** Server-sent events, as the HTML standard defines them. */
import { expect, test } from 'vitest';
import { eventsOf, type ServerEvent } from './server-events.ts';

async function* inPieces(chunks: readonly string[]): AsyncGenerator<string, void> {
  yield* chunks;
}

async function parsed(...chunks: readonly string[]): Promise<readonly ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of eventsOf(inPieces(chunks))) events.push(event);
  return events;
}

test('a value may contain colons, and separators of lines that JSON may contain', async () => {
  const data = JSON.stringify({ text: 'a: b\u2028c\u2029d' });
  expect(await parsed(`id: 1\nevent: execution\ndata: ${data}\n\n`)).toMatchObject([
    { event: 'execution', data, id: '1' },
  ]);
});

test('one space after the colon is no part of the value, and a field without a colon is empty', async () => {
  expect(await parsed('data:  two\r\ndata', '\r\nid\r\n\r\n')).toMatchObject([
    { event: 'message', data: ' two\n', id: '' },
  ]);
});

test('comments are ignored, and an incomplete event is dropped', async () => {
  expect(await parsed(': a comment\n\nretry: 500\n\ndata: incomplete')).toMatchObject([{ data: '' }, { retryMs: 500 }]);
});
