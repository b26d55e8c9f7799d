/**
 * Everything that the simulated providers ever accepted, and its cost. A paid effect and its cost are one line of the
 * cost log, so that no kill can separate them. Free effects are in a separate file. Nothing is removed from either
 * file, and an effect is on disk before the caller gets a response.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Behaviour } from '../behaviour.ts';
import type { Call, Provider, Work } from '../call.ts';
import { costMicrosOf, predictMsOf } from '../price.ts';
import { openJournal } from './journal.ts';

export interface Effect {
  readonly id: string;
  readonly provider: Provider;
  readonly token: string | null;
  readonly model: string;
  readonly costMicros: number;
  readonly work: Work;
  readonly digest: string;
  readonly behaviour: Behaviour;
  readonly acceptedAt: Date;
  readonly canceledAt: Date | null;
  /** Working time of a cancelled prediction in milliseconds; null for all of its work. */
  readonly predictMs: number | null;
}

/** A paid effect as a checker reads it. */
export interface CostLine {
  readonly at: string;
  readonly kind: 'charged';
  readonly provider: Provider;
  readonly token: string | null;
  readonly effect: string;
  readonly costMicros: number;
  readonly model: string;
}

type Line =
  | (Omit<CostLine, 'kind'> & {
      /** `accepted`: an effect without cost. */
      readonly kind: 'charged' | 'accepted';
      readonly work: Work;
      readonly digest: string;
      readonly behaviour: Behaviour;
    })
  /** A cancelled effect without cost. */
  | { readonly at: string; readonly kind: 'canceled'; readonly effect: string }
  /** A cancelled effect with its final cost. */
  | {
      readonly at: string;
      readonly kind: 'credited';
      readonly effect: string;
      readonly predictMs: number;
      readonly costMicros: number;
    };

export interface Effects {
  /** Records an effect with its cost. */
  accept(call: Call, behaviour: Behaviour): Effect;
  /** Ends its work at its current working time. */
  cancel(id: string): void;
  get(id: string): Effect | undefined;
  /** Effects of this token, oldest first. More than one only if the provider does not honour tokens. */
  find(provider: Provider, token: string): readonly Effect[];
  costs(): readonly CostLine[];
  close(): void;
}

export function openEffects(directory: string): Effects {
  const paid = openJournal<Line>(join(directory, 'costs.jsonl'));
  const free = openJournal<Line>(join(directory, 'free.jsonl'));
  const effects = new Map<string, Effect>();
  const ids = new Map<string, string[]>();
  const costs = new Map<string, CostLine>();

  function apply(line: Line): void {
    const at = new Date(line.at);
    if (line.kind === 'canceled' || line.kind === 'credited') return applyCancel(line, at);
    const { effect: id, kind, at: _, ...rest } = line;
    effects.set(id, { id, ...rest, acceptedAt: at, canceledAt: null, predictMs: null });
    if (kind === 'charged') costs.set(id, costLine({ ...line, kind }));
    if (line.token === null) return;
    const key = keyOf(line.provider, line.token);
    ids.set(key, [...(ids.get(key) ?? []), id]);
  }

  function applyCancel(line: Extract<Line, { kind: 'canceled' | 'credited' }>, canceledAt: Date): void {
    const [canceled, cost] = [effects.get(line.effect), costs.get(line.effect)];
    if (canceled === undefined) return;
    const { predictMs, costMicros } = line.kind === 'credited' ? line : canceled;
    effects.set(line.effect, { ...canceled, canceledAt, predictMs, costMicros });
    if (cost !== undefined) costs.set(line.effect, { ...cost, costMicros });
  }

  function write(line: Line): void {
    (line.kind === 'charged' || line.kind === 'credited' ? paid : free).journal.append(line);
    apply(line);
  }

  const lines = [...paid.lines, ...free.lines].toSorted((a, b) => a.at.localeCompare(b.at));
  for (const line of lines) apply(line);
  const get = (id: string): Effect | undefined => effects.get(id);
  return {
    accept(call, behaviour) {
      const { provider, token, model, work, digest } = call;
      const [id, costMicros] = [`eff_${randomUUID()}`, costMicrosOf({ provider, work, behaviour })];
      const kind = costMicros > 0 ? 'charged' : 'accepted';
      write({ at: now(), kind, provider, token, effect: id, costMicros, model, work, digest, behaviour });
      return effects.get(id) as Effect;
    },
    cancel(id) {
      const effect = effects.get(id);
      if (effect === undefined) return;
      const at = now();
      if (effect.costMicros === 0) return write({ at, kind: 'canceled', effect: id });
      const predictMs = Math.min(Date.parse(at) - effect.acceptedAt.getTime(), predictMsOf(effect.work));
      write({ at, kind: 'credited', effect: id, predictMs, costMicros: costMicrosOf(effect, predictMs) });
    },
    get,
    find: (provider, token) => (ids.get(keyOf(provider, token)) ?? []).flatMap((id) => get(id) ?? []),
    costs: () => [...costs.values()],
    close() {
      paid.journal.close();
      free.journal.close();
    },
  };
}

const now = (): string => new Date().toISOString();
const keyOf = (provider: Provider, token: string): string => `${provider} ${token}`;

const costLine = ({ at, kind, provider, token, effect, costMicros, model }: CostLine): CostLine => ({
  at,
  kind,
  provider,
  token,
  effect,
  costMicros,
  model,
});
