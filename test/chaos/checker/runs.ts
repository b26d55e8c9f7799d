/** The book of the runner of own tools, and what is due for a run by what the runner said at its end. */
import { canonicalOf, type Json } from './canonical.ts';
import { type Manifest, statedMicros, unitsDue } from './own-tools.ts';

export type RunLine =
  | { readonly at: string; readonly kind: 'begun'; readonly token: string; readonly body: string }
  | { readonly at: string; readonly kind: 'put'; readonly token: string; readonly sha256: string }
  | { readonly at: string; readonly kind: 'done' | 'cancelled'; readonly token: string }
  /** Said: an end, in response to a request. Stray: sent although nobody had asked, so it must not count. */
  | { readonly at: string; readonly kind: 'said'; readonly token: string; readonly reply: Json }
  | { readonly at: string; readonly kind: 'stray'; readonly token: string; readonly reply: Json }
  /** A runner that asks for work has claimed it under this lease, and has not begun. Taken: the response to its report of an end was 200. */
  | {
      readonly at: string;
      readonly kind: 'claimed';
      readonly token: string;
      readonly lease: string;
      readonly leaseSeconds?: number;
      /** When its request was sent; evidence of earlier runs does not say it. */
      readonly askedAt?: string;
      readonly body: string;
    }
  | { readonly at: string; readonly kind: 'taken'; readonly token: string; readonly reply: Json };

/** The body of a start, as the runner received it. */
export interface Start {
  readonly tool: string;
  readonly version: number;
  readonly arguments: Json;
  readonly inputs: readonly Json[];
  readonly outputs: readonly Json[];
  readonly limits: { readonly unitsMax: number; readonly costMaxUsd: string; readonly deadline?: string };
}

export interface Run {
  readonly token: string;
  /** When it was begun: each is work that costs money. */
  readonly begun: readonly { readonly at: string; readonly start: Start }[];
  /** Digests of the files that it has put. */
  readonly puts: ReadonlySet<string>;
  /** Under which it was claimed. */
  readonly leases: ReadonlySet<string>;
  /** Bodies that the runner was sent. */
  readonly told: readonly string[];
  /** The different ends that were taken. */
  readonly taken: readonly { readonly at: string; readonly reply: Json }[];
  /** The end that was taken; if none was, all that it was heard to say: one of them may have arrived. */
  readonly ends: readonly Json[];
}

export function runsIn(lines: readonly RunLine[]): ReadonlyMap<string, Run> {
  const byToken = Map.groupBy(lines, ({ token }) => token);
  return new Map([...byToken].map(([token, own]) => [token, runOf(token, own)]));
}

function runOf(token: string, own: readonly RunLine[]): Run {
  const said = own.flatMap((line) => (line.kind === 'said' ? [line.reply] : []));
  const different = Map.groupBy(
    own.flatMap((line) => (line.kind === 'taken' ? [line] : [])),
    ({ reply }) => canonicalOf(reply),
  );
  const taken = [...different.values()].flatMap(([first]) => first ?? []);
  return {
    token,
    begun: own.flatMap((line) =>
      line.kind === 'begun' ? [{ at: line.at, start: JSON.parse(line.body) as Start }] : [],
    ),
    puts: new Set(own.flatMap((line) => (line.kind === 'put' ? [line.sha256] : []))),
    leases: new Set(own.flatMap((line) => (line.kind === 'claimed' ? [line.lease] : []))),
    told: own.flatMap((line) => (line.kind === 'begun' || line.kind === 'claimed' ? [line.body] : [])),
    taken,
    ends: taken.length > 0 ? taken.map(({ reply }) => reply) : said,
  };
}

export interface Due {
  readonly outcome: 'succeeded' | 'failed';
  /** Units of a success. */
  readonly units: number;
  /** Cost on record; undefined: nothing is on record. */
  readonly statedMicros: number | null | undefined;
  /** The part of the cost that counts for a customer who gets no result. */
  readonly bookedMicros: number;
}

export interface Bought {
  readonly manifest: Manifest;
  /** Arguments of the step. */
  readonly input: Json;
  /** The step's part of the hold. */
  readonly limitMicros: number;
}

/** The consequences of an end that a runner states. */
export function dueFor(end: Json, { puts }: Pick<Run, 'puts'>, { manifest, input, limitMicros }: Bought): Due {
  const { status, units, cost, billed, artifacts } = end;
  const stated = statedMicros(cost);
  const believed = Math.min(stated ?? 0, limitMicros);
  const failure = manifest.price.onFailure === 'stated' ? believed : 0;
  const base = { units: unitsDue(manifest, input, units), statedMicros: stated } as const;
  if (status === 'cancelled') return { ...base, outcome: 'failed', bookedMicros: failure };
  if (status === 'failed')
    return billed === true
      ? { ...base, outcome: 'failed', bookedMicros: failure }
      : { ...base, outcome: 'failed', statedMicros: undefined, bookedMicros: 0 };
  const wanted = manifest.output?.artifacts?.length ?? 0;
  const isDelivered = Array.isArray(artifacts) && artifacts.length === wanted && (wanted === 0 || puts.size > 0);
  return isDelivered
    ? { ...base, outcome: 'succeeded', bookedMicros: believed }
    : { ...base, outcome: 'failed', bookedMicros: 0 };
}
