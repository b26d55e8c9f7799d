/** `farebox webhook listen` against a complete system. Used by tests only. */
import { verifyWebhook } from '@farebox/sdk';
import { expect } from 'vitest';
import { messageServer } from './event-service.ts';
import type { Ask } from './running.ts';
import type { typist } from './typing.ts';

interface User {
  readonly ask: Ask;
  readonly farebox: ReturnType<typeof typist>;
}

/** An execution that ends while the command runs, and one that ends before the next start, are both forwarded. */
export async function webhooks({ ask, farebox }: User): Promise<void> {
  await using server = await messageServer();
  const accepted = async (durationMs: number): Promise<string> => {
    const { said } = await farebox(`run rehearsal --duration-ms ${durationMs} --no-wait --json`);
    return (JSON.parse(said) as { readonly execution: { readonly id: string } }).execution.id;
  };
  const listenUntil = async (id: string): Promise<void> => {
    const stopping = new AbortController();
    const onSaid = (line: string): void => (line.includes(id) ? stopping.abort() : undefined);
    const line = `webhook listen --forward-to ${server.url}/farebox`;
    const { code, said } = await farebox(line, { stop: stopping.signal, onSaid });
    expect([code, said]).toEqual([0, expect.stringMatching(new RegExp(`execution.succeeded  ${id}  204 `))]);
  };
  const first = await accepted(2_500);
  await listenUntil(first);
  const second = await accepted(11);
  await farebox(`get ${second} --wait`);
  await listenUntil(second);
  const { said: secret } = await farebox('webhook listen --print-secret');
  const events = server.messages.map((message) => verifyWebhook(secret, message));
  expect(new Set(events.map(({ data }) => data.id))).toEqual(new Set([first, second]));
  for (const { data } of events) expect((await ask(`/tools/executions/${data.id}`)).data).toEqual(data);
}
