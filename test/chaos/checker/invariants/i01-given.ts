/**
 * I1 for money without a payment: every credit, adjustment and refund is what an operator did, once, in this amount and for this execution; every
 * act that was answered with success has its transfer and its entry in the log of acts, with the right balance; a refused act has neither.
 */
import { type Act, actsIn } from '../acting.ts';
import type { LoggedAct } from '../acts.ts';
import type { Evidence, Transfer } from '../evidence.ts';

const GIVEN: ReadonlySet<string> = new Set(['credit', 'adjustment', 'refund']);
/** The balance that each kind leaves; an adjustment goes in either direction. */
const LEAVES: Readonly<Record<string, string>> = {
  top_up: 'funding',
  credit: 'funding',
  refund: 'funding',
  reserve: 'available',
  settle: 'held',
  release: 'held',
};
/** The balance that each kind enters. */
const ENTERS: typeof LEAVES = {
  top_up: 'available',
  credit: 'available',
  refund: 'available',
  reserve: 'held',
  settle: 'spent',
  release: 'available',
};
const LOGGED_AS = { credit: 'balance.credit', adjustment: 'balance.adjust', refund: 'balance.refund' } as const;
/** A transaction begins shortly after its request was sent. Times of different processes differ by less. */
const SLACK_MS = 1000;

interface Booked {
  readonly transfer: Transfer;
  readonly amountMicros: number;
  /** Available balance after the transfer. */
  readonly availableMicros: number;
}

export function checkGiven({ run, transfers, acts, loggedActs, accounts }: Evidence): string[] {
  const done = actsIn(acts);
  const booked = [...Map.groupBy(transfers, ({ project_id }) => project_id).values()].flatMap(bookedIn);
  const byName = Map.groupBy(booked, ({ transfer }) => nameOf(transfer.project_id, transfer.reference));
  const logged = loggedActs.filter(({ act }) => act.startsWith('balance.'));
  const entries = Map.groupBy(logged, ({ project, after }) => nameOf(project, after?.['reference']));
  const chains = new Map(accounts.map(({ id, organization_id }) => [id, organization_id]));
  const known = new Set(done.map(({ projectId, reference }) => nameOf(projectId, reference)));
  const unasked = [...byName]
    .filter(([name]) => !known.has(name))
    .flatMap(([, given]) => given.map(({ transfer }) => transfer))
    .map(
      ({ project_id, kind, amount_micros, id }) =>
        `${project_id}: no operator gave the ${kind} of ${amount_micros} (${id})`,
    );
  const untrue = [...entries]
    .filter(([name]) => !known.has(name))
    .flatMap(([, rows]) =>
      rows.map(({ act, target, actor }) => `the log says that ${actor} did ${act} to ${target}, and nobody did`),
    );
  const astray = transfers
    .filter(({ kind, debit, credit }) => (LEAVES[kind] ?? debit) !== debit || (ENTERS[kind] ?? credit) !== credit)
    .map(({ id, kind, debit, credit }) => `transfer ${id} is a ${kind} that leaves ${debit} and enters ${credit}`);
  return [
    ...astray,
    ...unasked,
    ...untrue,
    ...done.flatMap((act) => {
      const name = nameOf(act.projectId, act.reference);
      const [own, rows] = [byName.get(name) ?? [], entries.get(name) ?? []];
      const chain = chains.get(act.projectId) ?? '';
      const found = [...checkBooked(act, own), ...checkLogged(act, rows, { booked: own[0], chain })];
      const times = run.clocksAgree ? checkTimes(act, own, rows) : [];
      return [...found, ...times].map((what) => `${act.kind} ${act.reference} of ${act.amountMicros}: ${what}`);
    }),
  ];
}

const nameOf = (projectId: string | null, reference: unknown): string => `${projectId} ${String(reference)}`;

/** @param transfers of one project, in order. */
function bookedIn(transfers: readonly Transfer[]): Booked[] {
  let availableMicros = 0;
  return transfers.flatMap((transfer) => {
    const amountMicros = signed(transfer);
    availableMicros += amountMicros;
    return GIVEN.has(transfer.kind) ? [{ transfer, amountMicros, availableMicros }] : [];
  });
}

/** Effect of a transfer on the available balance. */
function signed({ kind, debit, amount_micros: amount }: Transfer): number {
  if (kind === 'settle') return 0;
  return kind === 'reserve' || (kind === 'adjustment' && debit !== 'funding') ? -amount : amount;
}

function checkBooked({ outcome, kind, amountMicros, executionId, replies }: Act, own: readonly Booked[]): string[] {
  const least = outcome === 'done' ? 1 : 0;
  const most = outcome === 'refused' ? 0 : 1;
  const found: string[] = [];
  if (own.length < least || own.length > most) found.push(`was ${outcome}, and is booked ${own.length} times`);
  for (const { transfer, amountMicros: amount } of own)
    if (transfer.kind !== kind || amount !== amountMicros || transfer.refunds !== executionId)
      found.push(`is booked as a ${transfer.kind} of ${amount} for ${transfer.refunds}, not for ${executionId}`);
  const firsts = replies.filter(({ booked, replayed }) => booked === true && replayed !== true);
  if (firsts.length > 1) found.push(`${firsts.length} responses say that they booked it`);
  for (const { booked, availableMicros } of replies)
    if (booked === true && own[0] !== undefined && availableMicros !== own[0].availableMicros)
      found.push(`left ${own[0].availableMicros} available, and a response says ${availableMicros}`);
  return found;
}

interface Known {
  readonly booked: Booked | undefined;
  readonly chain: string;
}

function checkLogged(act: Act, rows: readonly LoggedAct[], { booked, chain }: Known): string[] {
  if (rows.length !== (booked === undefined ? 0 : 1))
    return [`${rows.length} entries in the log of acts, and it was booked ${booked === undefined ? 0 : 1} times`];
  return rows.flatMap((row) => {
    const { projectId, executionId, kind, amountMicros, reference, requests } = act;
    const asked = requests.find(({ idempotencyKey }) => idempotencyKey === row.idempotency_key);
    const left = booked?.availableMicros ?? NaN;
    const name = executionId ?? projectId;
    const due = [LOGGED_AS[kind], 'operator', asked?.by, chain, projectId, name, asked?.reason, left - amountMicros];
    const after = [left, kind, amountMicros, reference, executionId];
    const { availableMicros, kind: given, amountMicros: amount, reference: said, executionId: of } = row.after ?? {};
    const { actor_kind, actor, project, target, reason } = row;
    const is = [row.act, actor_kind, actor, row.chain, project, target, reason, row.before?.['availableMicros']];
    const [told, expected] = [
      JSON.stringify([is, availableMicros, given, amount, said, of ?? null]),
      JSON.stringify([due, ...after]),
    ];
    return told === expected ? [] : [`the log of acts says ${told}, not ${expected}`];
  });
}
/** It took place between the first request for it and the last response that says so. */
function checkTimes({ requests, replies }: Act, own: readonly Booked[], rows: readonly LoggedAct[]): string[] {
  const from = Math.min(...requests.map(({ at }) => Date.parse(at))) - SLACK_MS;
  const told = replies.filter(({ status }) => status === 200).map(({ at }) => Date.parse(at));
  const until = (told.length === 0 ? Infinity : Math.min(...told)) + SLACK_MS;
  return [...own.map(({ transfer }) => transfer.created_at), ...rows.map(({ at }) => at)]
    .filter((at) => !(Date.parse(at) >= from && Date.parse(at) <= until))
    .map((at) => `took place at ${at}, and was sent at ${requests[0]?.at}`);
}
