/** A name: a constant stands for its initializer, and a parameter for its callers' arguments. */
import ts from 'typescript';
import { isFunctionNode, type Symbols } from '../symbols.ts';
import { bare, type Reading, type Scope, TOP, unique, UnknownSql } from './reading.ts';

export function textsOfName(reading: Reading, name: ts.Identifier, scope: Scope): readonly string[] {
  const symbol = reading.symbols.symbolOf(name);
  const bound = symbol && scope.get(symbol);
  if (bound !== undefined) return reading.textsOf(bound.given, bound.scope);
  const declaration = symbol?.valueDeclaration;
  const constant = declaration && constantOf(declaration);
  if (constant !== undefined) return reading.textsOf(constant, scope);
  const given = declaration && givenByCallers(reading.symbols, declaration);
  if (given === undefined || given.length === 0) throw new UnknownSql('its value is unknown', name);
  return unique(given.flatMap((each) => reading.textsOf(each, TOP)));
}

/** The initializer of a `const` declaration. */
export function constantOf(declaration: ts.Declaration): ts.Expression | undefined {
  if (!ts.isVariableDeclaration(declaration)) return undefined;
  return declaration.parent.flags & ts.NodeFlags.Const ? declaration.initializer : undefined;
}

/** Values that callers give for a parameter, or for a destructured member of a parameter. */
function givenByCallers({ callersOf }: Symbols, declaration: ts.Declaration): readonly ts.Expression[] | undefined {
  const isMember = ts.isBindingElement(declaration);
  const member = isMember ? (declaration.propertyName ?? declaration.name).getText() : undefined;
  const parameter = isMember ? declaration.parent.parent : declaration;
  if (!ts.isParameter(parameter) || !isFunctionNode(parameter.parent)) return undefined;
  const index = parameter.parent.parameters.indexOf(parameter);
  return callersOf(parameter.parent).map((call) => {
    const argument = call.arguments[index];
    if (argument === undefined) throw new UnknownSql('a caller leaves it out', call);
    return member === undefined ? argument : memberOf(argument, member);
  });
}

function memberOf(node: ts.Expression, member: string): ts.Expression {
  const literal = bare(node);
  if (!ts.isObjectLiteralExpression(literal)) throw new UnknownSql(`the source of ${member} is not found`, node);
  const property = literal.properties.find((each) => each.name?.getText() === member);
  if (property !== undefined && ts.isPropertyAssignment(property)) return property.initializer;
  if (property !== undefined && ts.isShorthandPropertyAssignment(property)) return property.name;
  throw new UnknownSql(`has no ${member}`, node);
}
