/** The report of margins as it is due by the ledger, the bills and the costs on record. */
import type { Json } from './canonical.ts';
import type { Evidence, RecordedCost } from './evidence.ts';
import type { MarginSums, ProviderMargin } from './margin-report.ts';

type Books = Pick<Evidence, 'accounts' | 'transfers' | 'executions' | 'recordedCosts'>;
type Execution = Evidence['executions'][number];

/** Sums of the executions of live projects that were settled between two times, and of the refunds between them. */
export interface Due {
  /** Costs on record; each is of a call. */
  readonly costs: number;
  readonly total: MarginSums;
  readonly tools: ReadonlyMap<string, MarginSums>;
  readonly projects: ReadonlyMap<string, MarginSums>;
  readonly providers: ReadonlyMap<string, Pick<ProviderMargin, 'chargedMicros' | 'costMicros' | 'marginMicros'>>;
}

interface Part {
  readonly execution: Execution;
  readonly charged: number;
  readonly refunded: number;
  readonly costs: readonly RecordedCost[];
}

export function marginsDue(evidence: Books, sinceMs: number, untilMs: number): Due {
  const parts = partsIn(evidence, sinceMs, untilMs);
  return {
    costs: parts.reduce((all, { costs }) => all + costs.length, 0),
    total: sumsOf(parts),
    tools: grouped(parts, ({ execution }) => execution.tool),
    projects: grouped(parts, ({ execution }) => execution.project_id),
    providers: byProvider(parts),
  };
}

function partsIn({ accounts, transfers, executions, recordedCosts }: Books, sinceMs: number, untilMs: number): Part[] {
  const live = new Set(accounts.flatMap(({ id, environment }) => (environment === 'live' ? [id] : [])));
  const rows = new Map(executions.map((row) => [row.id, row]));
  const costsOf = Map.groupBy(recordedCosts, ({ execution_id }) => execution_id);
  return transfers.flatMap(({ project_id, kind, execution_id, refunds, amount_micros: amount, created_at }): Part[] => {
    const atMs = Date.parse(created_at);
    const execution = rows.get((kind === 'refund' ? refunds : execution_id) ?? '');
    if (!live.has(project_id) || atMs < sinceMs || atMs >= untilMs || execution === undefined) return [];
    if (kind === 'refund') return [{ execution, charged: 0, refunded: amount, costs: [] }];
    if (kind !== 'settle') return [];
    return [{ execution, charged: amount, refunded: 0, costs: costsOf.get(execution.id) ?? [] }];
  });
}

const costOf = (row: RecordedCost): number => row.late_micros ?? row.stated_micros ?? row.derived_micros ?? 0;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function sumsOf(parts: readonly Part[]): MarginSums {
  const chargedMicros = sum(parts.map(({ charged }) => charged));
  const refundedMicros = sum(parts.map(({ refunded }) => refunded));
  const costMicros = sum(parts.flatMap(({ costs }) => costs.map(costOf)));
  const executions = parts.filter(({ refunded }) => refunded === 0).length;
  const marginMicros = chargedMicros - refundedMicros - costMicros;
  return { executions, chargedMicros, refundedMicros, costMicros, marginMicros };
}

const grouped = (parts: readonly Part[], nameOf: (part: Part) => string): ReadonlyMap<string, MarginSums> =>
  new Map([...Map.groupBy(parts, nameOf)].map(([name, own]) => [name, sumsOf(own)]));

const providerIn = ({ provider }: Json): string | null => (typeof provider === 'string' ? provider : null);

/** A step's charge is its lines of the bill; its provider is that of its cost, or of the plan. */
function byProvider(parts: readonly Part[]): Due['providers'] {
  const calls = parts.flatMap(({ execution: { plan, billing }, refunded, costs }) =>
    refunded > 0
      ? []
      : plan.flatMap(({ engine, operation, parameters }, index) => {
          if (engine !== 'provider') return [];
          const own = costs.filter(({ step }) => step === index);
          const lines = (billing ?? []).filter(({ step }) => step === index);
          const provider = own[0]?.provider ?? providerIn(parameters) ?? operation;
          return [
            { provider, charged: sum(lines.map(({ amountMicros }) => amountMicros)), cost: sum(own.map(costOf)) },
          ];
        }),
  );
  return new Map(
    [...Map.groupBy(calls, ({ provider }) => provider)].map(([provider, own]) => {
      const chargedMicros = sum(own.map(({ charged }) => charged));
      const costMicros = sum(own.map(({ cost }) => cost));
      return [provider, { chargedMicros, costMicros, marginMicros: chargedMicros - costMicros }];
    }),
  );
}
