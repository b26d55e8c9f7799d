/**
 * The price version of a quote that own tools serve. It names their versions besides the price table, so that neither can
 * change between quote and execution. A quote without own tools keeps its version, whatever is published.
 */
import { digestOf } from '../prices/version.ts';

/** A version of an own tool. */
export interface OwnVersion {
  readonly name: string;
  readonly version: number;
  /** SHA-256 of its manifest, hexadecimal. */
  readonly digest: string;
}

/** @param base the version of table and terms. @param tools in any order, each name once. */
export function ownVersionOf(base: string, tools: readonly OwnVersion[]): string {
  if (tools.length === 0) return base;
  const named = tools.map(({ name, digest }) => [name, digest] as const).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${base.slice(0, DATE_CHARACTERS)}.${digestOf([base, named])}`;
}

/** `YYYY-MM-DD` */
const DATE_CHARACTERS = 10;

/** Each of the versions once. A catalog has one version of a name. */
export const distinctVersions = (tools: readonly OwnVersion[]): readonly OwnVersion[] => [
  ...new Map(tools.map((each) => [each.name, each])).values(),
];
