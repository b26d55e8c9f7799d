/** The actions of the client for each execution, decided by the seed before the first request. */
import type { Random } from '../random.ts';
import type { Customer } from './customers.ts';
import { isVaried } from './items.ts';
import { type Kind, type Request, TEMPLATE } from './kinds.ts';
import { OWN_KINDS, ownRequest, pulledRequest } from './own-kinds.ts';

export type CancelledIn = 'queued' | 'running' | 'needs_review' | 'ended';

export interface Job {
  readonly number: number;
  readonly idempotencyKey: string;
  readonly customer: Customer;
  /** Index of the key to use. */
  readonly lineage: number;
  readonly request: Request;
  /** Number of times that the request is sent at the same moment, over all gateways. */
  readonly copies: number;
  /** The client hangs up so many milliseconds after the first request, without waiting for its response. */
  readonly hangUpAfterMs: number | null;
  readonly cancelAfterMs: number | null;
  /** A later misuse: the same Idempotency-Key with another body or from another key; or a new key with a lower maximum than was quoted. */
  readonly misuse: 'none' | 'body' | 'lineage' | 'ceiling';
  readonly reads: number;
  /** Seconds of `Prefer: wait` in the paid request and in reads. */
  readonly waitSeconds: number | null;
  /** An action before the request; see beside.ts. */
  readonly beside: 'nothing' | 'activate' | 'upload' | 'batch' | 'resume' | 'agent';
  /** Beside the request, a customer cancels executions of its own in this state; see cancels.ts. */
  readonly cancels: { readonly by: Customer; readonly state: CancelledIn } | null;
}

export interface Planning {
  readonly random: Random;
  readonly customers: readonly Customer[];
  readonly kinds: readonly Kind[];
  /** Uploaded pictures by project. */
  readonly polite: boolean;
  readonly pictures: ReadonlyMap<string, readonly string[]>;
}

const MEMBER_KEYS = 2;
const WAITS_ONE_OF = 5;
/** Number of different waits, which begin with two seconds. */
const WAITS_LONGEST = 7;
/** A sound in parts has 13 MiB and is sent twice, so it is rare. */
const BESIDE = [
  { beside: 'activate', weight: 3 },
  { beside: 'upload', weight: 3 },
  { beside: 'batch', weight: 2 },
  { beside: 'resume', weight: 1 },
  { beside: 'agent', weight: 2 },
] as const;

/**
 * Every run has these actions often enough, whatever its seed draws: batches of different items, agents, templates bought by both and
 * executed after another version was activated. Customers of these jobs can pay for them.
 */
const PERIOD = 100;
const PLANNED: ReadonlyMap<number, Pick<Job, 'beside'> & { readonly isTemplate: boolean }> = new Map([
  [4, { beside: 'batch', isTemplate: false }],
  [14, { beside: 'agent', isTemplate: false }],
  [24, { beside: 'batch', isTemplate: true }],
  [34, { beside: 'agent', isTemplate: true }],
  [44, { beside: 'activate', isTemplate: true }],
]);
const RICH_MICROS = 1_000_000_000n;

/** Can pay for everything, with no cap. */
export const isRich = ({ fundedMicros, capMicros, keyCapMicros }: Customer): boolean =>
  BigInt(fundedMicros) >= RICH_MICROS && capMicros === null && keyCapMicros === null;

/** Depends on the number alone, so that the draws of all other jobs keep their values. */
function planned(job: Job, { random, customers, kinds, pictures }: Planning): Job {
  const { beside, isTemplate } = PLANNED.get(job.number % PERIOD) ?? {};
  const turn = Math.floor(job.number / PERIOD);
  const rich = customers.filter(isRich);
  const customer = rich[turn % rich.length];
  const fitting = kinds.filter((kind) => (isTemplate === true ? kind.name === TEMPLATE.name : isVaried(kind)));
  const kind = fitting[turn % fitting.length];
  if (beside === undefined || customer === undefined || kind === undefined) return job;
  const request = kind.make(random, random.pick(pictures.get(customer.projectId) ?? ['']));
  const named = isTemplate === true && turn % 2 === 0 ? { ...request, tool: '@chaos' } : request;
  return { ...job, beside, customer, request: named };
}

/** Every run cancels in each state often enough, whatever its seed draws. The customers of these jobs can pay for them. */
const CANCELS_PERIOD = 50;
const CANCELS_AT = 9;
const CANCELS: readonly CancelledIn[] = [
  'running',
  'needs_review',
  'running',
  'ended',
  'running',
  'needs_review',
  'ended',
  'queued',
];

function cancelling(job: Job, { customers }: Pick<Planning, 'customers'>): Job {
  const turn = Math.floor(job.number / CANCELS_PERIOD);
  const rich = customers.filter(isRich);
  const customer = rich[turn % rich.length];
  if (job.number % CANCELS_PERIOD !== CANCELS_AT || customer === undefined) return job;
  return { ...job, cancels: { by: customer, state: CANCELS[turn % CANCELS.length] ?? 'running' } };
}

/** Every run with own tools plays each behaviour of their runner. The customers of these jobs can pay for them. */
const OWN_PERIOD = 12;
const OWN_AT = 3;
/** Less often: each waits for its claim, and keeps a worker for longer. */
const PULLED_PERIOD = 24;
const PULLED_AT = 7;

function ofOwnTool(job: Job, { random, customers, kinds, pictures }: Planning): Job {
  const isPulled = job.number % PULLED_PERIOD === PULLED_AT;
  const turn = Math.floor(job.number / (isPulled ? PULLED_PERIOD : OWN_PERIOD));
  const rich = customers.filter(isRich);
  const customer = rich[turn % rich.length];
  const isOffered = kinds.some((kind) => OWN_KINDS.includes(kind));
  if (!(isPulled || job.number % OWN_PERIOD === OWN_AT) || customer === undefined || !isOffered) return job;
  const picture = random.pick(pictures.get(customer.projectId) ?? ['']);
  return { ...job, customer, request: (isPulled ? pulledRequest : ownRequest)(turn, random, picture) };
}

export function planJob(number: number, planning: Planning): Job {
  const job = drawn(number, planning);
  return planning.polite ? job : ofOwnTool(cancelling(planned(job, planning), planning), planning);
}

function drawn(number: number, { random, customers, kinds, pictures, polite }: Planning): Job {
  const customer = random.weighted(customers);
  const kind = random.weighted(kinds);
  return {
    number,
    idempotencyKey: `chaos-${String(number).padStart(7, '0')}`,
    customer,
    lineage: random.between(0, MEMBER_KEYS - 1),
    request: kind.make(random, random.pick(pictures.get(customer.projectId) ?? [''])),
    copies: random.chance(0.1) ? random.between(2, 4) : 1,
    hangUpAfterMs: random.chance(0.1) && !polite ? random.between(0, 40) : null,
    cancelAfterMs: random.chance(0.1) && !polite ? random.between(0, 1500) : null,
    misuse: random.chance(0.05) && !polite ? random.pick(['body', 'lineage', 'ceiling'] as const) : 'none',
    reads: random.chance(0.3) ? random.between(1, 3) : 0,
    waitSeconds: number % WAITS_ONE_OF === 0 ? 2 + (number % WAITS_LONGEST) : null, // not drawn, so that the other draws keep their values
    beside: random.chance(0.1) && !polite ? random.weighted(BESIDE).beside : 'nothing',
    cancels: null,
  };
}
