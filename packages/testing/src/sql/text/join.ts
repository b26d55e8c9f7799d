/** `Prisma.join`: every element in order, with and without each optional one. */
import ts from 'typescript';
import { type FunctionNode, isFunctionNode } from '../symbols.ts';
import { constantOf } from './name.ts';
import { bare, type Reading, type Scope, unique, UnknownSql } from './reading.ts';
import { textsOfSpan } from './template.ts';

interface Join {
  readonly call: ts.CallExpression;
  readonly scope: Scope;
  readonly inFunction: (called: FunctionNode) => readonly string[];
}

/** Texts of an element; null if it is optional. */
type Element = readonly (string | null)[];

export function textsOfJoin(reading: Reading, join: Join): readonly string[] {
  const [list, separator] = join.call.arguments;
  if (list === undefined || (separator !== undefined && !ts.isStringLiteral(separator)))
    throw new UnknownSql('this join is not known', join.call);
  const glue = separator === undefined ? ',' : separator.text;
  const withElement = (start: string, text: string | null): string =>
    text === null || start === '' ? `${start}${text ?? ''}` : `${start}${glue}${text}`;
  return elementsOf(reading, list, join).reduce<readonly string[]>(
    (before, element) => unique(before.flatMap((start) => element.map((text) => withElement(start, text)))),
    [''],
  );
}

function elementsOf(reading: Reading, list: ts.Expression, join: Join): readonly Element[] {
  const node = bare(list);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map((element) => elementOf(reading, element, join.scope));
  const declaration = ts.isIdentifier(node) ? reading.symbols.symbolOf(node)?.valueDeclaration : undefined;
  const constant = declaration && constantOf(declaration);
  if (constant !== undefined) return elementsOf(reading, constant, join);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const [first] = node.arguments;
    const { expression, name } = node.expression;
    if (name.text === 'filter') return elementsOf(reading, expression, join);
    if (name.text === 'map' && first !== undefined && isFunctionNode(first)) return [join.inFunction(first)];
  }
  throw new UnknownSql('this list is not known', list);
}

function elementOf(reading: Reading, element: ts.Expression, scope: Scope): Element {
  const node = bare(element);
  if (ts.isIdentifier(node) && node.text === 'undefined') return [null];
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((each) => elementOf(reading, each, scope));
  return textsOfSpan(reading, node, scope);
}
