/** Shared state of reading a text. */
import ts from 'typescript';
import { locationOf } from '../project.ts';
import type { Symbols } from '../symbols.ts';

/** Placeholder of a value, which becomes `$1`, `$2` … */
export const VALUE = '\0';

export class UnknownSql extends Error {
  constructor(what: string, node: ts.Node) {
    super(`${locationOf(node)}: ${what}: ${node.getText().slice(0, 60)}`);
  }
}

/** Values of parameters while their function is read. */
export type Scope = ReadonlyMap<ts.Symbol, { readonly given: ts.Expression; readonly scope: Scope }>;
export const TOP: Scope = new Map();

export interface Reading {
  readonly checker: ts.TypeChecker;
  readonly symbols: Symbols;
  /** Templates that were part of a text. */
  readonly seen: Set<ts.Node>;
  /** Throws UnknownSql. */
  readonly textsOf: (node: ts.Expression, scope: Scope) => readonly string[];
}

/** The expression without parentheses and type-only syntax. */
export function bare(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? bare(node.expression) : node;
}

export const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
