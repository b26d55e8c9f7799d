/** Verification of every chain of the audit log over HTTP, as an operator does it after a recovery. */
import { createOrganization } from '@farebox/identity';
import { newId } from '@farebox/kernel';
import { runSql } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let gateway: TestOperatorGateway;
let operator: string;

beforeAll(async () => {
  gateway = await startTestOperatorGateway();
  operator = await gateway.session({ subject: 'olga', isOperator: true });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Verification {
  readonly chain: string;
  readonly sound: number;
  readonly head: { readonly number: number; readonly hash: string };
  readonly problem: { readonly number: number; readonly kind: string } | null;
}
interface Page {
  readonly verifications: readonly Verification[];
  readonly nextBefore: string | null;
}

const page = async (query: string): Promise<Page> => {
  const { data } = await gateway.operate<Page>(`GET /audit/verifications?${query}`, { session: operator });
  return data;
};

async function every(limit: number): Promise<readonly Verification[]> {
  const found: Verification[] = [];
  for (let next: string | null = ''; next !== null;) {
    const { verifications, nextBefore }: Page = await page(`limit=${limit}${next === '' ? '' : `&before=${next}`}`);
    found.push(...verifications);
    next = nextBefore;
  }
  return found;
}

/** Creates an organization whose chain has this number of entries. */
async function chainOf(entries: number): Promise<string> {
  const chain = await createOrganization(gateway.database, 'Lighthouse');
  await runSql(
    gateway.appUrl,
    `INSERT INTO audit_log (chain, actor_kind, actor, act, target)
     SELECT '${chain}', 'system', 'test', 'key.issue', 'key_' || n FROM generate_series(1, ${entries}) AS n`,
  );
  return chain;
}
/** Changes entries as the database owner, bypassing the triggers. */
const tamper = (statement: string) =>
  runSql(gateway.databaseUrl, `SET session_replication_role = replica; ${statement}`);

test('every chain is verified once, with any page size, and its first altered or missing entry is named', async () => {
  const [whole, altered, missing, headless] = [await chainOf(3), await chainOf(3), await chainOf(3), await chainOf(2)];
  await tamper(`UPDATE audit_log SET actor = 'bob' WHERE chain = '${altered}' AND number = 2`);
  await tamper(`DELETE FROM audit_log WHERE chain = '${missing}' AND number = 3`);
  await tamper(`DELETE FROM audit_log_head WHERE chain = '${headless}'`);

  const found = await every(100);
  expect(found[0]?.chain).toBe('platform');
  const problems = Object.fromEntries(found.map(({ chain, problem }) => [chain, problem]));
  expect(problems).toMatchObject({
    platform: null,
    [whole]: null,
    [altered]: { number: 2, kind: 'altered' },
    [missing]: { number: 3, kind: 'missing' },
    [headless]: { number: 1, kind: 'altered' },
  });
  for (const limit of [1, 2, 3]) expect(await every(limit)).toEqual(found);

  // Verifying a single chain gives the same result.
  const { data } = await gateway.operate(`GET /organizations/${whole}/audit/verification`, { session: operator });
  expect(found.find(({ chain }) => chain === whole)).toEqual(data);
});

test('a page of long chains ends early, and the next page leaves no chain out', async () => {
  // Only the heads are written, because writing so many entries takes minutes.
  const long = Array.from({ length: 3 }, () => newId('organization')).toSorted();
  await tamper(`INSERT INTO audit_log_head SELECT unnest('{${long.join()}}'::text[]), 15000, sha256('')`);
  const { verifications, nextBefore } = await page('limit=100');
  expect(verifications.map(({ chain }) => chain)).toEqual(['platform', ...long.toReversed().slice(0, 2)]);
  expect(nextBefore).toBe(long[1]);
  const found = (await every(100)).map(({ chain }) => chain);
  expect(found).toEqual((await every(1)).map(({ chain }) => chain));
  expect(found).toEqual(expect.arrayContaining(long));
});

test('a cursor that is not a chain is refused', async () => {
  const { error } = await gateway.operate('GET /audit/verifications?before=nobodys', { session: operator });
  expect(error.message).toBe('invalid_request');
});
