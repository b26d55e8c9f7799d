/** Checks that a rule of the right form has an upper bound: every leaf has limits, and no divisor can be 0. */
import { ceiled } from '../arithmetic/rational.ts';
import { rangeOf } from '../evaluate.ts';
import { below } from '../pointer.ts';
import { type Expr, type Field, kindOf, type LeafNode, type Node, SHAPES } from '../rule.ts';
import type { LimitsOfCalls } from '../schema/limits-of-calls.ts';
import type { Problems } from './problems.ts';

/**
 * The most nodes that one call evaluates, counting each element of an array: as many as values in the arguments of a
 * call. It bounds the time of a quote, and the digits of its fractions.
 */
const STEPS_MAX = 4_096;

interface Walk {
  readonly problems: Problems;
  /** Divisors with their places, inner ones first. */
  readonly divisors: { readonly divisor: Expr; readonly at: string; readonly limits: LimitsOfCalls }[];
}

/** Adds a problem for each reason why the expression has no upper bound. */
export function checkDerivable(expr: Expr, at: string, given: { limits: LimitsOfCalls; problems: Problems }): void {
  const { limits, problems } = given;
  const walk: Walk = { problems, divisors: [] };
  const steps = stepsOf(expr, { at, limits }, walk);
  if (steps > STEPS_MAX)
    problems.add(
      at,
      `evaluates up to ${steps} nodes for one call; at most ${STEPS_MAX}: lower "maxItems" or simplify "each"`,
    );
  for (const { divisor, at: place, limits: within } of walk.divisors) {
    // The range of an outer divisor needs those of the inner ones.
    if (!problems.isEmpty) return;
    if (rangeOf(divisor, within).least.numerator === 0n)
      problems.add(place, 'can be 0: divide by a constant above 0, or by { "max": [1, …] }');
  }
}

interface Place {
  readonly at: string;
  readonly limits: LimitsOfCalls;
}

/** The most nodes that a call evaluates. */
function stepsOf(expr: Expr, place: Place, walk: Walk): number {
  if (typeof expr === 'number') return 1;
  const kind = kindOf(expr) as keyof typeof SHAPES;
  if ('each' in expr) return 1 + stepsOfEach(expr, place, walk);
  if ('else' in SHAPES[kind]) checkLeaf(expr as LeafNode, place, walk);
  const steps = operandsOf(expr, place.at).reduce(
    (sum, { operand, at }) => sum + stepsOf(operand, { ...place, at }, walk),
    1,
  );
  if ('div' in expr)
    walk.divisors.push({ divisor: expr.div[1], at: below(below(place.at, 'div'), 1), limits: place.limits });
  return steps;
}

function stepsOfEach(node: Extract<Node, { readonly each: Expr }>, { at, limits }: Place, walk: Walk): number {
  const [name, array] = 'sum' in node ? (['sum', node.sum] as const) : (['largest', node.largest] as const);
  const found = limits.findArray(array);
  if (!found.ok) walk.problems.add(below(at, name), found.problem);
  const times = found.ok ? Number(ceiled(found.range.most)) : 1;
  return times * stepsOf(node.each, { at: below(at, 'each'), limits: limits.within(array) }, walk);
}

function checkLeaf(node: LeafNode, { at, limits }: Place, { problems }: Walk): void {
  const found = limits.find(node);
  if (!found.ok) return problems.add(at, found.problem);
  if (!found.isSure && node.else === undefined)
    problems.add(
      at,
      'may be absent: add "else", or list the argument in "required", or give it a "default" in the input schema',
    );
}

interface Operand {
  readonly operand: Expr;
  readonly at: string;
}

/** The expressions in a node, with their places. */
function operandsOf(node: Node, at: string): readonly Operand[] {
  const fields: Readonly<Record<string, Field>> = SHAPES[kindOf(node) as keyof typeof SHAPES];
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = (node as unknown as Readonly<Record<string, unknown>>)[name];
    const place = below(at, name);
    if (value === undefined) return [];
    if (field === 'expr' || field === 'optional') return [{ operand: value as Expr, at: place }];
    if (field !== 'operands' && field !== 'pair') return [];
    return (value as readonly Expr[]).map((operand, index) => ({ operand, at: below(place, index) }));
  });
}
