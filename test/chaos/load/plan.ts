/** What the client does, execution by execution, decided by the seed before the first request is made. */
import type { Random } from '../random.ts';
import type { Customer } from './customers.ts';
import type { Kind, Request } from './kinds.ts';

export interface Job {
  readonly number: number;
  readonly idempotencyKey: string;
  readonly customer: Customer;
  /** Index of the key that it is asked with. */
  readonly lineage: number;
  readonly request: Request;
  /** The same request so often at the same moment, over all gateways. */
  readonly copies: number;
  /** The first request's reply is not waited for: the client hangs up this long after it has sent it. */
  readonly hangUpAfterMs: number | null;
  readonly cancelAfterMs: number | null;
  /** Later, the same Idempotency-Key with another body, or by another key; or another one, with less agreed to than was quoted. */
  readonly misuse: 'none' | 'body' | 'lineage' | 'ceiling';
  readonly reads: number;
  /** The paid request and the reads prefer to wait so long for the end. */
  readonly waitSeconds: number | null;
  /** Before: the project's template is executed in another of its versions from now on; two files are sent to one upload address at once; a batch is sent; a large sound in parts; or an agent executes a quote of its own twice. */
  readonly beside: 'nothing' | 'activate' | 'upload' | 'batch' | 'resume' | 'agent';
}

export interface Planning {
  readonly random: Random;
  readonly customers: readonly Customer[];
  readonly kinds: readonly Kind[];
  /** By project. */
  readonly polite: boolean;
  readonly pictures: ReadonlyMap<string, readonly string[]>;
}

const MEMBER_KEYS = 2;
const WAITS_ONE_OF = 5;
/** With two seconds more. */
const WAITS_LONGEST = 7;
/** A sound in parts is 13 MiB, twice on its way. */
const BESIDE = [
  { beside: 'activate', weight: 3 },
  { beside: 'upload', weight: 3 },
  { beside: 'batch', weight: 3 },
  { beside: 'resume', weight: 1 },
  { beside: 'agent', weight: 3 },
] as const;

export function planJob(number: number, { random, customers, kinds, pictures, polite }: Planning): Job {
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
    waitSeconds: number % WAITS_ONE_OF === 0 ? 2 + (number % WAITS_LONGEST) : null, // not drawn: what is drawn stays what it was
    beside: random.chance(0.1) && !polite ? random.weighted(BESIDE).beside : 'nothing',
  };
}
