/** Resolves names to their declarations, and functions to their calls. */
import ts from 'typescript';
import { type Project, visit } from './project.ts';

export type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

export interface Symbols {
  readonly symbolOf: (name: ts.Node) => ts.Symbol | undefined;
  /** The function that an expression names, if its body can be read. */
  readonly functionOf: (callee: ts.Expression) => FunctionNode | undefined;
  readonly callersOf: (called: FunctionNode) => readonly ts.CallExpression[];
  /** Values of object literals for a member of an interface. */
  readonly givenFor: (member: ts.Symbol) => readonly ts.Expression[];
}

export function readSymbols({ checker, files }: Pick<Project, 'checker' | 'files'>): Symbols {
  const symbolOf = (name: ts.Node): ts.Symbol | undefined => {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  };
  const functionOf = (callee: ts.Expression): FunctionNode | undefined => {
    if (isFunctionNode(callee)) return callee;
    if (ts.isCallExpression(callee)) return returnedFunction(functionOf(callee.expression));
    const declaration = symbolOf(ts.isPropertyAccessExpression(callee) ? callee.name : callee)?.valueDeclaration;
    if (declaration === undefined) return undefined;
    if (isFunctionNode(declaration)) return declaration;
    const isInitialized = ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration);
    return isInitialized && declaration.initializer ? functionOf(declaration.initializer) : undefined;
  };
  const callers = new Map<FunctionNode, ts.CallExpression[]>();
  const members = new Map<string, ts.ObjectLiteralElementLike[]>();
  const note = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && (ts.isIdentifier(node.expression) || ts.isCallExpression(node.expression))) {
      const called = functionOf(node.expression);
      if (called !== undefined) callers.set(called, [...(callers.get(called) ?? []), node]);
    }
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node))
      members.set(node.name.getText(), [...(members.get(node.name.getText()) ?? []), node]);
  };
  for (const file of files) visit(file, note);
  return {
    symbolOf,
    functionOf,
    callersOf: (called) => callers.get(called) ?? [],
    givenFor: (member) =>
      (members.get(member.name) ?? []).flatMap((given) => {
        if (!ts.isObjectLiteralExpression(given.parent)) return [];
        if (checker.getContextualType(given.parent)?.getProperty(member.name) !== member) return [];
        if (ts.isPropertyAssignment(given)) return [given.initializer];
        return ts.isShorthandPropertyAssignment(given) ? [given.name] : [];
      }),
  };
}

function returnedFunction(called: FunctionNode | undefined): FunctionNode | undefined {
  const body = called?.body;
  return body !== undefined && isFunctionNode(body) ? body : undefined;
}

export const isFunctionNode = (node: ts.Node): node is FunctionNode =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

/** The returned values of a function, without those of inner functions. */
export function resultsOf({ body }: FunctionNode): readonly ts.Expression[] {
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body];
  const found: ts.Expression[] = [];
  const look = (node: ts.Node): void => {
    if (isFunctionNode(node)) return;
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression);
    node.forEachChild(look);
  };
  body.forEachChild(look);
  return found;
}
