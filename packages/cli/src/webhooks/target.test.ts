/** A name is believed to be this machine only as long as all its addresses are. */
import { sendWhere } from '@farebox/webhooks/local';
import { isLoopbackAddress } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { messageServer } from '../testing/event-service.ts';
import { targetOf } from './target.ts';

const sent = { headers: {}, body: '{}', signal: new AbortController().signal };

test('a name of this machine that leads elsewhere gets no message', async () => {
  await using server = await messageServer();
  const url = server.url.replace('127.0.0.1', 'localhost');
  const send = sendWhere(isLoopbackAddress, (_name, _options, callback) =>
    callback(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '192.0.2.1', family: 4 },
    ]),
  );
  await expect(send({ ...sent, url })).rejects.toThrow('not an allowed address');
  expect(server.messages).toEqual([]);
  expect(await targetOf(url, false).send({ ...sent, url })).toBe(204);
});

test('a literal address that is not allowed gets no message, although it needs no look-up', async () => {
  await using server = await messageServer();
  await expect(sendWhere(() => false)({ ...sent, url: server.url })).rejects.toThrow('not an allowed address');
  expect(server.messages).toEqual([]);
});

test('--allow-any-host allows a host that is not this machine', () => {
  expect(targetOf('http://receiver.internal:3000/hook', true).url).toBe('http://receiver.internal:3000/hook');
});
