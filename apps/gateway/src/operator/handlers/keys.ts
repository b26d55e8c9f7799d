/** Keys of a project: list, issue, rotate, revoke. The text of a key is returned once, by the request that creates it. */
import { invalidRequest } from '@farebox/contract';
import {
  issueKey as issue,
  type IssuedKey,
  type KeyRow,
  revokeKey as revoke,
  rotateKey as rotate,
} from '@farebox/identity';
import { micros, microsToJson } from '@farebox/kernel';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Acted, Caller, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { holderShown } from '../holder.ts';
import { holderOf, present } from '../path.ts';

export const listKeys =
  ({ keys }: Pick<OperatorDependencies, 'keys'>): Read<'listKeys'> =>
  async ({ params, query }) => {
    const { items, nextBefore } = await pageOf(query, (limit) => keys.listKeys({ ...params, ...query, limit }));
    return { keys: items.map(wireKey), nextBefore };
  };

export const findKey =
  ({ keys, projects }: Pick<OperatorDependencies, 'keys' | 'projects'>): Read<'findKey'> =>
  async (call) => {
    const found = present(await keys.findKey({ projectId: holderOf(call), ...call.params }), 'key');
    return { project: await holderShown(projects, call), ...wireKey(found) };
  };

export const issueKey =
  ({ keyPepper: pepper }: Pick<OperatorDependencies, 'keyPepper'>): Act<'issueKey'> =>
  async (
    transaction,
    { params, caller, body: { memberId = caller.memberId, expiresAt, monthlyCapMicros, ...body } },
  ) => {
    if (memberId === null) throw invalidRequest({ '/memberId': 'is required: an operator is no member' });
    const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : dateOf(expiresAt) };
    const cap = { monthlyCapMicros: typeof monthlyCapMicros === 'number' ? micros(monthlyCapMicros) : null };
    const request = { ...body, ...params, ...actor(caller), ...expiry, ...cap, memberId };
    return issued(present(await issue({ database: transaction, pepper }, request), 'member'), null);
  };

export const rotateKey =
  ({ keyPepper: pepper }: Pick<OperatorDependencies, 'keyPepper'>): Act<'rotateKey'> =>
  async (transaction, { params, caller, body }) => {
    const successor = await rotate({ database: transaction, pepper }, { ...body, ...params, ...actor(caller) });
    return issued(present(successor, 'key'), { replaced: params.keyId });
  };

export const revokeKey: Act<'revokeKey'> = async (transaction, { params, caller }) => {
  const { key, isFirst } = present(await revoke({ database: transaction }, { ...params, ...actor(caller) }), 'key');
  const data = wireKey(key);
  return { data, entry: isFirst ? { target: key.id, before: { ...data, revokedAt: null }, after: data } : null };
};

const actor = ({ memberId }: Caller) => (memberId === null ? {} : { actorMemberId: memberId });

function issued({ token, key }: IssuedKey, before: object | null): Acted {
  const wire = wireKey(key);
  return {
    data: { token, key: wire },
    replayed: { token: null, key: wire },
    entry: { target: key.id, before, after: wire },
  };
}

/** Refuses a date that does not exist instead of rolling it over. */
function dateOf(text: string): Date {
  const date = new Date(text);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 19));
  if (!isReal) throw invalidRequest({ '/expiresAt': 'is no date' });
  if (date.getTime() <= Date.now()) throw invalidRequest({ '/expiresAt': 'has passed' });
  return date;
}

const wireKey = ({ createdAt, expiresAt, revokedAt, lastUsedAt, monthlyCapMicros, ...key }: KeyRow) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  monthlyCapMicros: monthlyCapMicros === null ? null : microsToJson(monthlyCapMicros),
});
