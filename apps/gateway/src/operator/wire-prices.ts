/** Prices in the form of the operator API: amounts as integers, instants as text, and their state. */
import { LIST_PRICE, type PriceTable, type PriceTerms, type ToolPrices } from '@farebox/catalog';
import { invalidRequest } from '@farebox/contract';
import { micros, microsToJson } from '@farebox/kernel';
import type { preview, PublishedPrices, ToolPreview } from '@farebox/prices';
import type { ActedOn } from './endpoint.ts';

/** Number of executions that a preview reads. */
export const PREVIEWED = 1_000;

type Tools = PriceTable['tools'];
interface WireEntry {
  readonly minimumChargeMicros: number;
  readonly unitPriceMicros: number;
  readonly description: string;
}
interface WireToolPrices extends WireEntry {
  readonly unit: ToolPrices['unit'];
  readonly models: Readonly<Record<string, WireEntry>>;
}
type WireTools = Readonly<Record<string, WireToolPrices>>;

const mapped = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)] as const));

export const toolsOf = (tools: WireTools): Tools =>
  mapped(tools, ({ unit, models, ...own }) => ({ unit, ...entryOf(own), models: mapped(models, entryOf) }));

const entryOf = ({ minimumChargeMicros, unitPriceMicros, description }: WireEntry) => ({
  minimumChargeMicros: String(minimumChargeMicros),
  unitPriceMicros: String(unitPriceMicros),
  description,
});

export const wireTools = (tools: Tools): WireTools =>
  mapped(tools, ({ unit, models, ...own }) => ({ unit, ...wireEntry(own), models: mapped(models, wireEntry) }));

const wireEntry = ({ minimumChargeMicros, unitPriceMicros, description }: Omit<ToolPrices, 'unit' | 'models'>) => ({
  minimumChargeMicros: microsToJson(micros(minimumChargeMicros)),
  unitPriceMicros: microsToJson(micros(unitPriceMicros)),
  description,
});

export const wirePublished = (published: PublishedPrices<unknown>) => ({
  version: published.version,
  state: stateOf(published),
  effectiveAt: published.effectiveAt.toISOString(),
  supersededAt: published.supersededAt?.toISOString() ?? null,
  cancelledAt: published.cancelledAt?.toISOString() ?? null,
  publishedAt: published.publishedAt.toISOString(),
  publishedBy: published.publishedBy,
});

export const wireTerms = (published: PublishedPrices<PriceTerms | null>) => ({
  ...wirePublished(published),
  basisPoints: published.prices?.basisPoints ?? LIST_PRICE,
  tools: wireTools(published.prices?.tools ?? {}),
});

/** For display only: an accept uses the database's clock. */
function stateOf({ cancelledAt, effectiveAt, supersededAt }: PublishedPrices<unknown>) {
  const now = Date.now();
  if (cancelledAt !== null) return 'cancelled';
  if (effectiveAt.getTime() > now) return 'scheduled';
  return supersededAt === null || supersededAt.getTime() > now ? 'in_force' : 'superseded';
}

/** Makes the audit log entry; the published prices themselves stay available under their version. */
export const toldOf = (before: PublishedPrices<unknown> | null, after: PublishedPrices<unknown>): ActedOn => ({
  target: after.version,
  before: before === null ? null : told(before),
  after: told(after),
});

const told = (published: PublishedPrices<unknown>) => {
  const { state: _, publishedAt: _at, ...said } = wirePublished(published);
  return said;
};

/** Returns null for now. A date that does not exist is refused, not rolled over. */
export function instantOf(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = new Date(text);
  const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.slice(0, 19));
  if (!isReal) throw invalidRequest({ '/effectiveAt': 'is no date' });
  return at;
}

export const wirePreview = ({ tools, ...sum }: ReturnType<typeof preview>) => ({
  ...inJson(sum),
  tools: tools.map((each) => ({ ...each, ...inJson(each) })),
});

const inJson = <S extends Pick<ToolPreview, 'chargedMicros' | 'wouldChargeMicros'>>(sum: S) => ({
  ...sum,
  chargedMicros: microsToJson(sum.chargedMicros),
  wouldChargeMicros: microsToJson(sum.wouldChargeMicros),
});
