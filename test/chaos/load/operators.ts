/**
 * Two operators beside the customers, as second persons: they grant credits, adjust balances and refund charges through the operator API, ask for
 * what must be refused, lose responses and send again, and both do the same at once. They log what they did: it is evidence.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionOf } from '../system/operators.ts';
import type { System } from '../system/system.ts';
import type { Tally } from './drive.ts';
import { ask, type Reply } from './request.ts';

export interface Operating {
  readonly system: Pick<System, 'operatorUrls' | 'secrets'>;
  readonly tally: Pick<Tally, 'accepted' | 'begun'>;
  /** Folder of the run. */
  readonly directory: string;
  /** Number of executions that the customers begin; the acts are spread over them. */
  readonly executions: number;
  readonly acts: number;
}

const SUBJECTS = ['operator-1', 'operator-2'] as const;
const ATTEMPTS_MAX = 200;
const PAUSE_MS = 300;
const POLL_MS = 50;
/** Executions to look at for a charge. */
const CANDIDATES = 5;
const HANGS_UP_AFTER_MS = 15;
/** More than any customer has. */
const TOO_MUCH = 900_000_000_000;

type Kind = 'credit' | 'adjustment' | 'refund';
const PATHS = { credit: 'credits', adjustment: 'adjustments', refund: 'refunds' } as const;

interface Given {
  readonly kind: Kind;
  readonly projectId: string;
  readonly executionId: string | null;
  readonly amountMicros: number;
  readonly reference: string;
}

/** How an act is sent. */
interface Way {
  readonly by: (typeof SUBJECTS)[number];
  readonly idempotencyKey: string;
  readonly hangUpAfterMs?: number;
}

export interface Office {
  readonly operating: Operating;
  readonly sessions: Readonly<Record<string, string>>;
  readonly write: (line: object) => void;
  readonly close: () => void;
  readonly next: () => number;
  /** Executions that were refunded, or tried. */
  readonly refunded: Set<string>;
  /** Number of acts that were begun: none is begun twice. */
  begun: number;
  /** After this nothing is sent. */
  signal: AbortSignal;
}

export async function openOffice(operating: Operating): Promise<Office> {
  const { system, directory } = operating;
  const descriptor = openSync(join(directory, 'acts.jsonl'), 'a');
  const signed = await Promise.all(
    SUBJECTS.map(async (subject) => [subject, await sessionOf(system, subject)] as const),
  );
  let request = 0;
  return {
    operating,
    sessions: Object.fromEntries(signed),
    write: (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`),
    close: () => closeSync(descriptor),
    next: () => ++request,
    refunded: new Set(),
    begun: 0,
    signal: AbortSignal.abort(),
  };
}

/**
 * Resolves when every act has a definite response, or when the signal ends the sending. Called again, it goes on with the acts
 * that were not begun: on a slow machine few charges exist before the faults are over.
 */
export async function operate(office: Office, signal: AbortSignal): Promise<void> {
  const { tally, executions, acts } = office.operating;
  office.signal = signal;
  while (office.begun < acts && !signal.aborted) {
    const number = office.begun;
    while (tally.begun < (number * executions) / acts && !signal.aborted)
      await pause(POLL_MS, undefined, { ref: false });
    const charge = await chargeToRefund(office, number);
    if (charge === null) return; // the sending has ended
    office.begun++;
    await act(office, number, charge);
  }
}

/** Each run does all of them, in turn, whatever its seed. */
const TURNS = ['credit', 'part', 'whole', 'take', 'above', 'add', 'both', 'lost', 'too much'] as const;

async function act(office: Office, number: number, charge: Charge): Promise<void> {
  const turn = TURNS[number % TURNS.length] ?? 'credit';
  const by = SUBJECTS[number % SUBJECTS.length] ?? SUBJECTS[0];
  const reference = `act-${number}`;
  const way: Way = { by, idempotencyKey: `chaos-${reference}` };
  const { projectId, executionId: charged, chargedMicros } = charge;
  const given = { projectId, executionId: null, reference, amountMicros: 100 + number };
  const refund = { kind: 'refund', projectId, executionId: charged, reference } as const;
  const [credit, adjustment] = [{ ...given, kind: 'credit' } as const, { ...given, kind: 'adjustment' } as const];
  if (turn === 'credit') await untilDefinite(office, credit, way);
  if (turn === 'part') await untilDefinite(office, { ...refund, amountMicros: Math.ceil(chargedMicros / 3) }, way);
  if (turn === 'whole') await untilDefinite(office, { ...refund, amountMicros: chargedMicros }, way);
  if (turn === 'take') await untilDefinite(office, { ...adjustment, amountMicros: -1 - number }, way);
  if (turn === 'above') await untilDefinite(office, { ...refund, amountMicros: chargedMicros + 1 }, way);
  if (turn === 'add') await untilDefinite(office, adjustment, way);
  if (turn === 'too much') await untilDefinite(office, { ...adjustment, amountMicros: -TOO_MUCH }, way);
  if (turn === 'lost') {
    await send(office, credit, { ...way, hangUpAfterMs: HANGS_UP_AFTER_MS });
    await untilDefinite(office, credit, way);
  }
  if (turn === 'both')
    await Promise.all(
      SUBJECTS.map((subject) =>
        untilDefinite(
          office,
          { ...refund, amountMicros: 1 },
          { by: subject, idempotencyKey: `chaos-${reference}-${subject}` },
        ),
      ),
    );
}

interface Charge {
  readonly projectId: string;
  readonly executionId: string;
  readonly chargedMicros: number;
}

/** Finds an execution that has ended with a charge and was not refunded before. */
async function chargeToRefund(office: Office, number: number): Promise<Charge | null> {
  const { operating, sessions, refunded, signal } = office;
  const { system, tally } = operating;
  for (let turn = 0; !signal.aborted; turn++) {
    const accepted = [...tally.accepted];
    // At first those of the act's own turn, then the others.
    const at =
      (Math.floor((accepted.length * number) / operating.acts) + turn * CANDIDATES) % Math.max(accepted.length, 1);
    for (const [executionId, { customer }] of accepted.slice(at, at + CANDIDATES)) {
      if (refunded.has(executionId)) continue;
      const path = `/projects/${customer.projectId}/executions/${executionId}`;
      const reply = await ask({ method: 'GET', url: urlOf(system, number) + path, token: sessions[SUBJECTS[0]] ?? '' });
      const chargedMicros = dataOf(reply)?.execution?.chargedMicros ?? 0;
      if (chargedMicros === 0) continue;
      refunded.add(executionId);
      return { projectId: customer.projectId, executionId, chargedMicros };
    }
    await pause(PAUSE_MS, undefined, { ref: false });
  }
  return null;
}

const urlOf = ({ operatorUrls }: Operating['system'], turn: number): string =>
  operatorUrls[turn % operatorUrls.length] ?? '';

async function untilDefinite(office: Office, given: Given, way: Way): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX && !office.signal.aborted; attempt++) {
    const reply = await send(office, given, way);
    if (reply.kind === 'replied' && reply.status < 500 && messageOf(reply) !== 'rate_limit_exceeded') return;
    await pause(PAUSE_MS, undefined, { ref: false });
  }
}

async function send({ operating, sessions, write, next }: Office, given: Given, way: Way): Promise<Reply> {
  const { kind, projectId, executionId, amountMicros, reference } = given;
  const { by, idempotencyKey, hangUpAfterMs } = way;
  const request = next();
  const reason = `chaos: ${kind} ${reference}`;
  write({ at: new Date().toISOString(), request, ...given, by, reason, idempotencyKey });
  const body = { amountMicros, reference, reason, ...(executionId === null ? {} : { executionId }) };
  const reply = await ask({
    method: 'POST',
    url: `${urlOf(operating.system, request)}/projects/${projectId}/${PATHS[kind]}`,
    token: sessions[by] ?? '',
    body: JSON.stringify(body),
    idempotencyKey,
    ...(hangUpAfterMs === undefined ? {} : { hangUpAfterMs }),
  });
  write({ at: new Date().toISOString(), replyTo: request, ...said(reply) });
  return reply;
}

function said(reply: Reply): object {
  if (reply.kind === 'lost') return { lost: reply.reason };
  const { booked, availableMicros } = dataOf(reply) ?? {};
  return { status: reply.status, replayed: reply.replayed, message: messageOf(reply), booked, availableMicros };
}

interface Told {
  readonly data?: {
    readonly booked?: boolean;
    readonly availableMicros?: number;
    readonly execution?: { readonly chargedMicros: number | null };
  };
  readonly error?: { readonly message: string };
}

function parsed(reply: Reply): Told {
  try {
    return reply.kind === 'lost' ? {} : (JSON.parse(reply.text) as Told);
  } catch {
    return {}; // a response that is not JSON is evidence of a defect: it says nothing
  }
}

const dataOf = (reply: Reply): Told['data'] => parsed(reply).data;
const messageOf = (reply: Reply): string | undefined => parsed(reply).error?.message;
