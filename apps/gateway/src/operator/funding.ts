/**
 * Books money without an execution, or proposes it if one operator may not give that much alone. Under the account's lock
 * it checks for an earlier booking with the same reference and for a sufficient balance, so that a refusal has a reason;
 * the ledger enforces both as well.
 */
import { givenAlone } from '@farebox/audit-log';
import { AppError, BALANCE_MAX_MICROS, invalidRequest, OPERATOR_ROUTES } from '@farebox/contract';
import type { Transaction } from '@farebox/db';
import { microsToJson } from '@farebox/kernel';
import { environmentOfProject } from '@farebox/identity';
import {
  findFunding,
  findProposal,
  fund,
  type Funding,
  lockAccount,
  propose,
  readRefundable,
  readUsage,
} from '@farebox/ledger';
import type { ActedOn, Caller } from './endpoint.ts';

export function mustBeOperator({ isOperator }: Caller): void {
  if (!isOperator) throw new AppError('project_permission_required');
}

export interface Booked {
  readonly data: { readonly booked: boolean; readonly availableMicros: number; readonly proposalId?: string };
  readonly entry: ActedOn | null;
}

export interface GivenBy {
  readonly caller: Caller;
  readonly reason: string | null;
  /** If one operator gives live projects more than this in a day, a second one must confirm; 0: never. */
  readonly aloneMaxMicros: bigint;
}

/** Every act that books money by `book`. */
export const FUNDING_ACTS = (['topUp', 'giveCredit', 'adjustBalance', 'refundExecution'] as const).map(
  (operation) => OPERATOR_ROUTES[operation].act,
);
const DAY_HOURS = 24;

/**
 * Books the money, or stores a proposal. An ADMIN can give only test money. The reference of a proposal stays with it:
 * if a smaller amount were booked under it meanwhile, a second operator could no longer confirm the proposal.
 */
export async function book(transaction: Transaction, funding: Funding, given: GivenBy): Promise<Booked> {
  const { projectId, reference } = funding;
  const { caller, reason } = given;
  const isGivenAlone = await mayGiveAlone(transaction, funding, given);
  await lockAccount(transaction, projectId);
  const balance = await readUsage(transaction, projectId);
  const availableMicros = microsToJson(balance.availableMicros);
  const isBooked = (await findFunding(transaction, funding)) !== null;
  if (isBooked) return bookNow(transaction, funding);
  const waiting = await findProposal(transaction, { projectId, reference });
  if (waiting !== null) {
    if (waiting.outcome !== null || !isSame(waiting, funding)) throw new AppError('idempotency_key_conflict');
    return { data: { booked: false, availableMicros, proposalId: waiting.id }, entry: null };
  }
  if (isGivenAlone) return bookNow(transaction, funding);
  await mustFit(transaction, funding, balance.availableMicros);
  const proposalId = await propose(transaction, funding, { by: caller.subject, reason });
  const { kind, amountMicros, executionId } = funding;
  const after = { proposalId, kind, amountMicros: Number(amountMicros), reference, executionId };
  return { data: { booked: false, availableMicros, proposalId }, entry: { target: proposalId, before: null, after } };
}

/** Many small amounts count together, also those for several projects and of concurrent requests. */
async function mayGiveAlone(transaction: Transaction, funding: Funding, given: GivenBy): Promise<boolean> {
  const { caller, aloneMaxMicros } = given;
  const { projectId, amountMicros } = funding;
  if (!caller.isOperator || aloneMaxMicros === 0n || amountMicros <= 0n) return true;
  if ((await environmentOfProject(transaction, projectId)) === 'test') return true;
  const { subject } = caller;
  const givenMicros = await givenAlone(transaction, { subject, acts: FUNDING_ACTS, hours: DAY_HOURS });
  return givenMicros + amountMicros <= aloneMaxMicros;
}

const isSame = (one: Funding, other: Funding): boolean =>
  one.kind === other.kind && one.amountMicros === other.amountMicros && one.executionId === other.executionId;

/** Throws AppError. */
export async function bookNow(transaction: Transaction, funding: Funding): Promise<Booked> {
  const { projectId, amountMicros, kind, executionId, reference } = funding;
  await lockAccount(transaction, projectId);
  const { availableMicros } = await readUsage(transaction, projectId);
  const before = { availableMicros: microsToJson(availableMicros) };
  const found = await findFunding(transaction, funding);
  if (found !== null) {
    if (!isSame(found, funding)) throw new AppError('idempotency_key_conflict');
    return { data: { booked: false, ...before }, entry: null };
  }
  await mustFit(transaction, funding, availableMicros);
  await fund(transaction, funding);
  const after = { availableMicros: Number(availableMicros + amountMicros) };
  const told = { ...after, kind, amountMicros: Number(amountMicros), reference, executionId };
  return { data: { booked: true, ...after }, entry: { target: executionId ?? projectId, before, after: told } };
}

async function mustFit(transaction: Transaction, funding: Funding, availableMicros: bigint): Promise<void> {
  const { projectId, amountMicros, executionId } = funding;
  if (availableMicros + amountMicros < 0n) {
    const details = { availableMicros: Number(availableMicros), requiredMicros: Number(-amountMicros) };
    throw new AppError('insufficient_balance', { details });
  }
  if (availableMicros + amountMicros > BigInt(BALANCE_MAX_MICROS))
    throw invalidRequest({ '/amountMicros': `a balance is at most ${BALANCE_MAX_MICROS} micro-USD` });
  if (executionId === null) return;
  const left = await readRefundable(transaction, { projectId, executionId });
  if (left === null) throw new AppError('execution_not_found');
  if (amountMicros > left)
    throw invalidRequest({ '/amountMicros': `of its charge ${left} micro-USD are left to be given back` });
}
