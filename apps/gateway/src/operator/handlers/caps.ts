/** Monthly caps of projects, organizations and keys. */
import { AppError } from '@farebox/contract';
import type { Micros } from '@farebox/kernel';
import { capKey, capOrganization, capProject } from '@farebox/ledger';
import type { Act, Acted } from '../endpoint.ts';

export const setProjectCap: Act<'setProjectCap'> = async (
  transaction,
  { params: { projectId }, body: { monthlyCapMicros } },
) =>
  capped(
    projectId,
    monthlyCapMicros,
    await capProject(transaction, { projectId, capMicros: asBigInt(monthlyCapMicros) }),
  );

export const setOrganizationCap: Act<'setOrganizationCap'> = async (
  transaction,
  { params: { organizationId }, body: { monthlyCapMicros } },
) => {
  const capMicros = asBigInt(monthlyCapMicros);
  return capped(organizationId, monthlyCapMicros, await capOrganization(transaction, { organizationId, capMicros }));
};

export const setKeyCap: Act<'setKeyCap'> = async (transaction, { params, body: { monthlyCapMicros } }) =>
  capped(
    params.keyId,
    monthlyCapMicros,
    await capKey(transaction, { ...params, capMicros: asBigInt(monthlyCapMicros) }),
  );

const asBigInt = (amount: number | null): bigint | null => (amount === null ? null : BigInt(amount));

/** @param before undefined if the project, organization or key does not exist. */
function capped(target: string, monthlyCapMicros: number | null, before: Micros | null | undefined): Acted {
  if (before === undefined) throw new AppError('not_found');
  const was = before === null ? null : Number(before);
  const data = { monthlyCapMicros };
  return { data, entry: was === monthlyCapMicros ? null : { target, before: { monthlyCapMicros: was }, after: data } };
}
