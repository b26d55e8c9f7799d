/** What the parts of reading a text share. */
import ts from 'typescript';
import { placeOf } from '../project.ts';
import type { Symbols } from '../symbols.ts';

/** Stands in a text for a value, which becomes `$1`, `$2` … */
export const VALUE = '\0';

export class UnknownSql extends Error {
  constructor(what: string, node: ts.Node) {
    super(`${placeOf(node)}: ${what}: ${node.getText().slice(0, 60)}`);
  }
}

/** What a parameter stands for while its function is read. */
export type Scope = ReadonlyMap<ts.Symbol, { readonly given: ts.Expression; readonly scope: Scope }>;
export const TOP: Scope = new Map();

export interface Reading {
  readonly checker: ts.TypeChecker;
  readonly symbols: Symbols;
  /** Templates that were a part of a text. */
  readonly seen: Set<ts.Node>;
  /** Throws UnknownSql. */
  readonly textsOf: (node: ts.Expression, scope: Scope) => readonly string[];
}

/** Without parentheses and what only the compiler reads. */
export function bare(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

export const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
