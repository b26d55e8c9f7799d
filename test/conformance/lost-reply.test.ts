/** A lost response says nothing about the request: a client that repeats it with the same key gets one execution. */
// Modes: embedded, services (gateways).
import { beforeAll, expect, test } from 'vitest';
import { sendAndHangUp } from './client/broken-connection.ts';
import { connect } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { ExecutionList, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let request: ExecutionRequest;

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', await analysis(client));
});

const found = async (idempotencyKey: string): Promise<string[]> => {
  const { data } = await connect(keys.key2).get<ExecutionList>(`/tools/executions?idempotencyKey=${idempotencyKey}`);
  return data.executions.map(({ id }) => id);
};

// spec 4.4.5: "After a broken connection, resend with the same body and the same key. Not receiving a reply does not prove the request was not accepted"
test('each of ten requests whose connection broke is one execution after it was repeated', async () => {
  for (let round = 0; round < 10; round++) {
    const idempotencyKey = newIdempotencyKey();
    await sendAndHangUp({ key: keys.key, path: '/tools/image-analyze', idempotencyKey, body: JSON.stringify(request) });
    const again = await execute(connect(keys.key, 1), request, idempotencyKey);
    expect(again.status).toBeLessThan(300);
    expect(await found(idempotencyKey)).toEqual([again.data.id]);
  }
});

// contract 4: "idempotencyKey: the one execution accepted under that key (a lost reply is found again)"
test('the execution of a lost response is found by its key, and an unused key finds none', async () => {
  const idempotencyKey = newIdempotencyKey();
  const { data } = await execute(client, request, idempotencyKey);
  expect(await found(idempotencyKey)).toEqual([data.id]);
  expect(await found(newIdempotencyKey())).toEqual([]);
});
