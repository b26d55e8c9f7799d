/** Runner keys under several peppers: what is found, and what is stored after a use. */
import { type Database, Prisma } from '@farebox/db';
import { keysByPepper, newRunnerSecret } from '@farebox/identity';
import { issueRunnerKey, revokeRunnerKey } from '@farebox/tools';
import { publishPullTool } from '@farebox/tools/testing/pull';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRunnerKeyDirectory } from './runner-keys.ts';

const [OLD, NEW] = ['the-old-pepper-of-32-characters-xx', 'the-new-pepper-of-32-characters-xx'];
const TOOL = 'acme-read-text';
let server: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;
let nowMs: number;
beforeEach(async () => {
  server = await testDatabase();
  database = openTestDatabase({ url: server.appUrl, poolMax: 3, applicationName: 'runner-peppers-test' });
  await publishPullTool(database, TOOL);
  nowMs = 0;
});
afterEach(async () => {
  await database.close();
  await server.drop();
});

/** A gateway with this setting. */
const gatewayWith = (pepper: string) =>
  createRunnerKeyDirectory({ database, pepper, clock: { monotonicMs: () => nowMs } });

/** A key that a gateway with this setting made. */
async function newKey(peppers: string) {
  const { token, ...secret } = newRunnerSecret(peppers);
  const { id } = await database.transaction((transaction) =>
    issueRunnerKey(transaction, { tool: TOOL, name: 'gpu-1', by: 'olga', secret }),
  );
  return { id, token, mark: secret.pepperMark };
}

async function storedOf(id: string) {
  const [row] = await database.rows<{ mark: string; hmac: string }>(
    Prisma.sql`SELECT pepper_mark AS mark, encode(secret_hmac, 'hex') AS hmac FROM runner_key WHERE id = ${id}`,
  );
  return row;
}

test('a used runner key moves under the first pepper, so the old pepper can be removed', async () => {
  const { id, token } = await newKey(OLD);
  const before = await storedOf(id);
  expect(await gatewayWith(`${OLD},${NEW}`).find(token)).toEqual({ keyId: id, tool: TOOL });
  expect(await storedOf(id)).toEqual(before);
  expect(await gatewayWith(`${NEW},${OLD}`).find(token)).toEqual({ keyId: id, tool: TOOL });
  await expect.poll(() => storedOf(id)).not.toEqual(before);
  expect(await keysByPepper(database)).toEqual([{ mark: newRunnerSecret(NEW).pepperMark, keys: 1 }]);
  expect(await gatewayWith(NEW).find(token)).toEqual({ keyId: id, tool: TOOL });
  expect(await gatewayWith(OLD).find(token)).toBeNull();
});

test('a wrong secret and a revoked key move nothing', async () => {
  const [right, revoked, wrong] = [await newKey(OLD), await newKey(OLD), newRunnerSecret(OLD)];
  await database.rows(Prisma.sql`UPDATE runner_key SET public_id = ${wrong.publicId} WHERE id = ${right.id}`);
  await database.transaction((transaction) => revokeRunnerKey(transaction, TOOL, revoked.id));
  const before = [await storedOf(right.id), await storedOf(revoked.id)];
  const used = await newKey(OLD);
  const gateway = gatewayWith(`${NEW},${OLD}`);
  expect(await gateway.find(wrong.token)).toBeNull();
  expect(await gateway.find(revoked.token)).toBeNull();
  // Keys move one after the other, so those before this one would have moved too.
  await gateway.find(used.token);
  await expect.poll(async () => (await storedOf(used.id))?.mark).not.toBe(used.mark);
  expect([await storedOf(right.id), await storedOf(revoked.id)]).toEqual(before);
});

test('gateways with another order of the peppers do not move a key more often than once a minute', async () => {
  const { id, token } = await newKey(OLD);
  const [one, other] = [gatewayWith(`${NEW},${OLD}`), gatewayWith(`${OLD},${NEW}`)];
  await one.find(token);
  const marks = { old: newRunnerSecret(OLD).pepperMark, new: newRunnerSecret(NEW).pepperMark };
  const mark = async () => (await storedOf(id))?.mark;
  await expect.poll(mark).toBe(marks.new);
  await other.find(token);
  await expect.poll(mark).toBe(marks.old);
  nowMs += 59_000;
  const used = await newKey(OLD);
  await one.find(token);
  await one.find(used.token);
  await expect.poll(async () => (await storedOf(used.id))?.mark).toBe(marks.new);
  expect(await mark()).toBe(marks.old);
  nowMs += 1_000;
  await one.find(token);
  await expect.poll(mark).toBe(marks.new);
});
