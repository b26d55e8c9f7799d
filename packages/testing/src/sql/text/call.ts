/**
 * A call: reads the body of the function with its arguments. A member of an interface stands for every function that an
 * object literal gives for it.
 */
import ts from 'typescript';
import { type FunctionNode, resultsOf } from '../symbols.ts';
import { textsOfJoin } from './join.ts';
import { type Reading, type Scope, TOP, unique, UnknownSql } from './reading.ts';
import { textOfRaw } from './raw.ts';

export function textsOfCall(reading: Reading, call: ts.CallExpression, scope: Scope): readonly string[] {
  const callee = call.expression.getText();
  const inFunction = (called: FunctionNode): readonly string[] => textsOfFunction(reading, called, { call, scope });
  if (callee === 'Prisma.join') return textsOfJoin(reading, { call, scope, inFunction });
  if (callee === 'Prisma.raw') return [textOfRaw(reading, call, scope)];
  const called = reading.symbols.functionOf(call.expression);
  if (called !== undefined) return inFunction(called);
  const given = givenFor(reading, call.expression);
  if (given.length === 0) throw new UnknownSql('the body of this function is not seen', call);
  return unique(given.flatMap((each) => textsOfFunction(reading, each, { scope: TOP })));
}

function givenFor({ symbols }: Reading, callee: ts.Expression): readonly FunctionNode[] {
  const member = ts.isPropertyAccessExpression(callee) ? symbols.symbolOf(callee.name) : undefined;
  if (member === undefined) return [];
  return symbols.givenFor(member).map((name) => {
    const called = symbols.functionOf(name);
    if (called === undefined) throw new UnknownSql('is no function', name);
    return called;
  });
}

interface Called {
  /** If omitted, nothing is known of the arguments. */
  readonly call?: ts.CallExpression;
  readonly scope: Scope;
}

function textsOfFunction(reading: Reading, called: FunctionNode, { call, scope: outer }: Called): readonly string[] {
  const scope = new Map(outer);
  called.parameters.forEach(({ name }, index) => {
    const symbol = ts.isIdentifier(name) ? reading.symbols.symbolOf(name) : undefined;
    const argument = call?.arguments[index];
    if (symbol !== undefined && argument !== undefined) scope.set(symbol, { given: argument, scope: outer });
  });
  const results = resultsOf(called);
  if (results.length === 0) throw new UnknownSql('returns nothing', called);
  return unique(results.flatMap((result) => reading.textsOf(result, scope)));
}
