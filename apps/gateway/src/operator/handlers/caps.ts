/** Monthly caps of projects, organizations and keys. */
import { type Missing, notFound } from '@farebox/contract';
import type { Micros } from '@farebox/kernel';
import { capKey, capOrganization, capProject } from '@farebox/ledger';
import type { Act, Acted } from '../endpoint.ts';

export const setProjectCap: Act<'setProjectCap'> = async (
  transaction,
  { params: { projectId }, body: { monthlyCapMicros } },
) =>
  capped(
    { missing: 'project', id: projectId },
    monthlyCapMicros,
    await capProject(transaction, { projectId, capMicros: asBigInt(monthlyCapMicros) }),
  );

export const setOrganizationCap: Act<'setOrganizationCap'> = async (
  transaction,
  { params: { organizationId }, body: { monthlyCapMicros } },
) => {
  const capMicros = asBigInt(monthlyCapMicros);
  const target = { missing: 'organization', id: organizationId } as const;
  return capped(target, monthlyCapMicros, await capOrganization(transaction, { organizationId, capMicros }));
};

export const setKeyCap: Act<'setKeyCap'> = async (transaction, { params, body: { monthlyCapMicros } }) =>
  capped(
    { missing: 'key', id: params.keyId },
    monthlyCapMicros,
    await capKey(transaction, { ...params, capMicros: asBigInt(monthlyCapMicros) }),
  );

const asBigInt = (amount: number | null): bigint | null => (amount === null ? null : BigInt(amount));

/** @param before undefined if the project, organization or key does not exist. */
function capped(
  { missing, id: target }: { readonly missing: Missing; readonly id: string },
  monthlyCapMicros: number | null,
  before: Micros | null | undefined,
): Acted {
  if (before === undefined) throw notFound(missing);
  const was = before === null ? null : Number(before);
  const data = { monthlyCapMicros };
  return { data, entry: was === monthlyCapMicros ? null : { target, before: { monthlyCapMicros: was }, after: data } };
}
