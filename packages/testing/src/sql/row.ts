/**
 * Compares the declared row of a statement with its described columns: names, types, and null for nullable columns of
 * tables.
 */
import ts from 'typescript';
import type { Column } from './columns.ts';
import { type Delivered, deliveredBy, type Kind } from './delivered.ts';

export interface Declared {
  readonly checker: ts.TypeChecker;
  readonly row: ts.Type;
  readonly driver: 'prisma' | 'pg';
}

export interface Answered {
  readonly text: string;
  readonly columns: readonly Column[];
}

/** One line for each difference. None if the row is `unknown` or `object`, because then no column can be read. */
export function differences({ checker, row, driver }: Declared, { text, columns }: Answered): readonly string[] {
  if (row.flags & ts.TypeFlags.Any) return columns.length === 0 ? [] : ['the row is any: say what it is'];
  if (row.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) return [];
  const declared = membersOf(checker, row);
  const hasMore = checker.getIndexInfosOfType(row).length > 0;
  const names = columns.map(({ name }) => name);
  return [
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `two columns are called ${name}`),
    ...[...declared.keys()].filter((name) => !names.includes(name)).map((name) => `no column is called ${name}`),
    ...columns.flatMap((column) => {
      const type = declared.get(column.name);
      if (type === undefined) return hasMore ? [] : [`${column.name} is not declared`];
      return differenceOf(checker, { type, column, driver, text });
    }),
  ];
}

/**
 * For a union, the members of every part. A member that a part lacks may be null, because another member identifies the
 * part.
 */
function membersOf(checker: ts.TypeChecker, row: ts.Type): ReadonlyMap<string, readonly ts.Type[]> {
  const parts = partsOf(row);
  const names = new Set(parts.flatMap((part) => checker.getPropertiesOfType(part).map(({ name }) => name)));
  const typeIn = (part: ts.Type, name: string): ts.Type => {
    const member = checker.getPropertyOfType(part, name);
    return member === undefined ? checker.getNullType() : checker.getTypeOfSymbol(member);
  };
  return new Map(Array.from(names, (name) => [name, parts.map((part) => typeIn(part, name))]));
}

interface Compared {
  readonly type: readonly ts.Type[];
  readonly column: Column;
  readonly driver: 'prisma' | 'pg';
  readonly text: string;
}

function differenceOf(checker: ts.TypeChecker, { type, column, driver, text }: Compared): readonly string[] {
  const delivered = deliveredBy(driver, column.oid);
  if (delivered === undefined)
    return [`${column.name} has the type ${column.oid}, of which delivered.ts knows nothing`];
  const parts = type.flatMap((each) => partsOf(each));
  const said = type.map((each) => checker.typeToString(each)).join(' | ');
  const found: string[] = [];
  if (parts.some((part) => part.flags & ts.TypeFlags.Undefined))
    found.push(`${column.name} is never undefined: say null`);
  const values = parts.filter((part) => !(part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
  if (!values.some((part) => holds(checker, part, delivered)))
    found.push(
      `${column.name} is ${typeof delivered === 'string' ? delivered : `${delivered[0]}[]`}, declared as ${said}`,
    );
  const mayBeNull = parts.some((part) => part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown));
  if (isNullIn(text, column) && !mayBeNull) found.push(`${column.name} may be null, declared as ${said}`);
  return found;
}

/** Not if a condition of the statement excludes null. */
const isNullIn = (text: string, { nullable }: Column): boolean =>
  nullable !== undefined && !new RegExp(`\\bWHERE\\b.*\\b${nullable} IS NOT NULL`, 's').test(text);

const partsOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Whether a part of a declared type has the delivered kind: itself, a union of its values, or a brand of it. */
function holds(checker: ts.TypeChecker, part: ts.Type, delivered: Delivered): boolean {
  if (part.flags & ts.TypeFlags.Unknown) return true;
  if (typeof delivered === 'string') return HOLDS[delivered](part, checker);
  const element = checker.isArrayLikeType(part) ? checker.getIndexTypeOfType(part, ts.IndexKind.Number) : undefined;
  return element !== undefined && partsOf(element).some((each) => holds(checker, each, delivered[0]));
}

const isOf =
  (flags: ts.TypeFlags) =>
  (type: ts.Type): boolean =>
    type.isIntersection() ? type.types.some(isOf(flags)) : (type.flags & flags) !== 0;
const isNamed =
  (...names: readonly string[]) =>
  (type: ts.Type): boolean =>
    names.includes(type.symbol?.name ?? '');

const isJson = (type: ts.Type): boolean =>
  isOf(
    ts.TypeFlags.Object |
      ts.TypeFlags.NonPrimitive |
      ts.TypeFlags.StringLike |
      ts.TypeFlags.NumberLike |
      ts.TypeFlags.BooleanLike,
  )(type) && !isNamed('Date', 'Decimal', 'Uint8Array', 'Buffer')(type);

const HOLDS: Readonly<Record<Kind, (type: ts.Type, checker: ts.TypeChecker) => boolean>> = {
  bigint: isOf(ts.TypeFlags.BigIntLike),
  boolean: isOf(ts.TypeFlags.BooleanLike),
  bytes: isNamed('Uint8Array', 'Buffer'),
  date: isNamed('Date'),
  decimal: isNamed('Decimal'),
  json: isJson,
  number: isOf(ts.TypeFlags.NumberLike),
  string: isOf(ts.TypeFlags.StringLike),
};
