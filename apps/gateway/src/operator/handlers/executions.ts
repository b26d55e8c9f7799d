/** Executions of a project, for its administrators: list, details, cancel, and deletion of the content. */
import { AppError, invalidRequest, LIMITS, notFound, PAGE_DEFAULT } from '@farebox/contract';
import { type Booking, cancelByAdministrator, type InspectedExecution, type PaidCall } from '@farebox/executions';
import { receivedKey } from '@farebox/files';
import { micros, microsToJson, statedToJson } from '@farebox/kernel';
import { deleteContent } from '@farebox/retention';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, ActThen, Read } from '../endpoint.ts';
import { holderShown } from '../holder.ts';
import { holderOf, present } from '../path.ts';

export const listProjectExecutions =
  ({ executions }: Pick<OperatorDependencies, 'executions'>): Read<'listProjectExecutions'> =>
  async ({ params: { projectId }, query: { limit = PAGE_DEFAULT, from, to, ...filters } }) => {
    const page = await executions.listExecutions({
      ...filters,
      projectId,
      limit,
      from: instantOf('from', from),
      to: instantOf('to', to),
    });
    if (page === 'unknown_before') throw invalidRequest({ 'query:before': 'is not an execution of this project' });
    return page;
  };

type Executions = Pick<OperatorDependencies, 'executions'>;

export const readExecution =
  ({ executions }: Executions): Read<'readExecution'> =>
  async ({ params }) =>
    wireExecution(present(await executions.inspectExecution(params), 'execution'));

export const findExecution =
  ({ executions, projects }: Executions & Pick<OperatorDependencies, 'projects'>): Read<'findExecution'> =>
  async (call) => {
    const ids = { projectId: holderOf(call), ...call.params };
    const found = wireExecution(present(await executions.inspectExecution(ids), 'execution'));
    return { project: await holderShown(projects, call), ...found };
  };

/** Each step with a provider call may have one. The URL gives access to the data, so it is neither logged nor stored. */
export const listReceivedResults =
  ({
    executions,
    artifacts,
    downloads,
  }: Pick<OperatorDependencies, 'executions' | 'artifacts' | 'downloads'>): Read<'listReceivedResults'> =>
  async ({ params }) => {
    const { projectId, executionId } = params;
    const found = present(await executions.inspectExecution(params), 'execution');
    const results = await Promise.all(
      found.calls.map(async ({ step }) => {
        const key = receivedKey({ projectId, executionId, step });
        const stored = await artifacts.stat(key);
        if (stored === null) return [];
        const name = { fileName: `${executionId}.${step}`, mimeType: 'application/octet-stream' };
        const { url, expiresAt } = downloads.urlOf(key, { ...name, ttlSeconds: LIMITS.downloadSeconds });
        const { sizeBytes } = stored;
        return [{ step, sizeBytes, fileName: name.fileName, url, urlExpiresAt: expiresAt.toISOString() }];
      }),
    );
    return { results: results.flat() };
  };

/** Logged once the request is committed, so that no line tells of a cancel that was rolled back. */
export const stopExecution = ({ follow }: Pick<OperatorDependencies, 'follow'>): ActThen<'stopExecution'> => ({
  act: stop,
  afterwards: async (data, { params: { projectId, executionId } }) => {
    const { status } = data as { readonly status: string };
    const ids = { projectId, executionId };
    if (status === 'cancelled') follow('execution ended', { ...ids, status, chargedMicros: 0 });
    else follow('execution cancel requested', ids);
    return data;
  },
});

const stop: Act<'stopExecution'> = async (transaction, { params }) => {
  const asked = await cancelByAdministrator(transaction, params);
  if (asked.kind === 'not_found') throw notFound('execution');
  if (asked.kind === 'already_finished') throw new AppError('execution_already_finished');
  const { before, status } = asked;
  const data = { executionId: params.executionId, status };
  const after = { status, cancelRequested: true };
  return { data, entry: before === null ? null : { target: params.executionId, before, after } };
};

export const deleteExecutionContent: Act<'deleteExecutionContent'> = async (transaction, { caller, params }) => {
  const by = caller.isOperator ? 'operator' : 'member';
  const deleted = await deleteContent(transaction, { ...params, by, actor: caller.subject });
  if (deleted.kind === 'not_found') throw notFound('execution');
  if (deleted.kind === 'not_finished') throw new AppError('execution_not_finished');
  const { at, ...who } = deleted.tombstone;
  const tombstone = { at: at.toISOString(), ...who };
  const data = { executionId: params.executionId, ...tombstone };
  if (deleted.kind === 'deleted_before') return { data, entry: null };
  return { data, entry: { target: params.executionId, before: null, after: { contentDeleted: tombstone } } };
};

function wireExecution({ keyId, keyName, publicId, calls, bookings, ...rest }: InspectedExecution) {
  const { cancelRequestedAt, cancelAfter, leasedUntil, nextAt } = rest;
  return {
    ...rest,
    key: { id: keyId, name: keyName, publicId },
    cancelRequestedAt: timeOf(cancelRequestedAt),
    cancelAfter: timeOf(cancelAfter),
    leasedUntil: timeOf(leasedUntil),
    nextAt: timeOf(nextAt),
    calls: calls.map(wireCall),
    bookings: bookings.map(wireBooking),
  };
}

/** Refuses a date that does not exist, which the schema's pattern accepts. */
function instantOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) throw invalidRequest({ [`query:${name}`]: 'is no instant' });
  return at;
}

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;
const amountOf = (amount: bigint | null): number | null => (amount === null ? null : microsToJson(micros(amount)));
const statedOf = (amount: bigint | null): number | null => (amount === null ? null : statedToJson(amount));

const wireCall = (call: PaidCall) => ({
  ...call,
  dispatchedAt: timeOf(call.dispatchedAt),
  exposureMicros: amountOf(call.exposureMicros),
  statedMicros: statedOf(call.statedMicros),
  derivedMicros: statedOf(call.derivedMicros),
  bookedMicros: amountOf(call.bookedMicros),
  lateMicros: statedOf(call.lateMicros),
});

const wireBooking = (booking: Booking) => ({
  ...booking,
  amountMicros: amountOf(booking.amountMicros),
  at: booking.at.toISOString(),
});
