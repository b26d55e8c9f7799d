/**
 * Own tools by their manifests, as their teams wrote them: the price of a call, its most units, the units that count of those that a runner
 * states, and the version of a quote that names them. Nothing here asks the system.
 */
import { canonicalOf, type Json, sha256Of } from './canonical.ts';

export interface OwnTool {
  readonly name: string;
  readonly version: number;
  readonly manifest: Manifest;
}

/** A version of an own tool as the database has it. */
export interface ToolVersion {
  readonly name: string;
  readonly version: number;
  readonly manifest: string;
}

export interface Manifest {
  readonly price: {
    readonly unit: string;
    readonly unitPriceMicros: number;
    readonly minimumChargeMicros: number;
    /** The forms that this suite sells. */
    readonly units: { readonly ceil: Argument } | { readonly reported: string; readonly max: Argument };
    readonly onFailure: 'none' | 'stated';
  };
  readonly files?: Json;
  readonly output?: { readonly artifacts?: readonly Artifact[] };
  readonly runner: { readonly kind?: string; readonly idempotent?: boolean; readonly maxRuntimeSeconds?: number };
}

interface Argument {
  readonly arg: string;
}

export interface Artifact {
  readonly mimeTypes: readonly string[];
  readonly size: Json;
}

/** Its runner has no address, and asks for work. */
export const isPull = ({ runner }: Pick<Manifest, 'runner'>): boolean => runner.kind === 'pull';

export const OWN_OPERATION = 'run-tool';

export const isOwnStep = ({ operation }: { readonly operation: string }): boolean => operation === OWN_OPERATION;

const valueOf = ({ arg }: Argument, input: Json): number => Number(input[arg.slice(1)]);

/** The units of a quote: what the call may cost at most. */
export function unitsMaxOf({ price: { units } }: Manifest, input: Json): number {
  return Math.max(1, Math.ceil(valueOf('ceil' in units ? units.ceil : units.max, input)));
}

/** The units of a success. What a runner states counts only if the price asks for it, as a number of at least 0, up to the quote. */
export function unitsDue(manifest: Manifest, input: Json, stated: unknown): number {
  const most = unitsMaxOf(manifest, input);
  if ('ceil' in manifest.price.units) return most;
  if (typeof stated !== 'number' || !(stated >= 0 && stated < Infinity)) return 1;
  return Math.min(most, Math.max(1, Math.ceil(stated)));
}

export const priceOf = ({ price }: Manifest) => ({
  unit: price.unit,
  unitPriceMicros: price.unitPriceMicros,
  minimumMicros: price.minimumChargeMicros,
});

export const chargeFor = ({ price }: Manifest, units: number): number =>
  Math.max(price.minimumChargeMicros, price.unitPriceMicros * units);

const USD = /^(0|[1-9]\d{0,8})(?:\.(\d{1,12}))?$/;
const MICRO_DIGITS = 6;

/** Decimal text only; anything else counts as not stated. */
export function statedMicros(cost: unknown): number | null {
  const [, whole, fraction = ''] = USD.exec(textIn(cost)) ?? [];
  return whole === undefined ? null : Number(whole + fraction.slice(0, MICRO_DIGITS).padEnd(MICRO_DIGITS, '0'));
}

function textIn(cost: unknown): string {
  const usd = typeof cost === 'object' && cost !== null ? (cost as Json)['usd'] : undefined;
  return typeof usd === 'string' ? usd : '';
}

const DATE_CHARACTERS = 10;
const DIGEST_CHARACTERS = 8;

/** The version of a quote that own tools serve: that of the price table, and the content of each of their manifests. */
export function ownVersionOf(table: string, tools: readonly OwnTool[]): string {
  if (tools.length === 0) return table;
  const named = tools
    .map(({ name, manifest }) => [name, sha256Of(canonicalOf(manifest))] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `${table.slice(0, DATE_CHARACTERS)}.${sha256Of(canonicalOf([table, named])).slice(0, DIGEST_CHARACTERS)}`;
}

export interface Named {
  readonly table: string;
  readonly tools: ReadonlyMap<string, OwnTool>;
}

/** The table and the versions that a quote for tools of these names means; null if no table and no versions have its name. */
export function namedBy(
  priceVersion: string,
  names: readonly string[],
  known: { readonly tables: Iterable<string>; readonly ownTools: readonly OwnTool[] },
): Named | null {
  const distinct = [...new Set(names)];
  const choices = distinct.reduce<readonly (readonly OwnTool[])[]>(
    (all, name) =>
      all.flatMap((chosen) => known.ownTools.filter((tool) => tool.name === name).map((tool) => [...chosen, tool])),
    [[]],
  );
  for (const table of known.tables)
    for (const tools of choices)
      if (ownVersionOf(table, tools) === priceVersion)
        return { table, tools: new Map(tools.map((tool) => [tool.name, tool])) };
  return null;
}
