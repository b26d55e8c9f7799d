/** Turns composed YAML nodes into JSON values, with the offset of each problem in the text. */
import { isExactNumber } from '@farebox/contract';
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';

export interface OffsetProblem {
  /** Characters from the start of the text. */
  readonly offset: number;
  readonly problem: string;
}

/** @param root of a bounded depth. A value with a problem is null. */
export function composedValue(root: ParsedNode | null): { value: unknown; problems: readonly OffsetProblem[] } {
  const problems: OffsetProblem[] = [];
  const add = (node: ParsedNode, problem: string): null => {
    problems.push({ offset: node.range[0], problem });
    return null;
  };
  const valueOf = (node: ParsedNode | null): unknown => {
    if (node === null) return null;
    if (isAlias(node)) return add(node, 'is an alias: write the value itself');
    if (node.anchor !== undefined) return add(node, 'has an anchor: write the value itself');
    if (node.tag !== undefined) return add(node, 'has a tag: write the value without it');
    if (isScalar(node)) {
      const problem = numberProblem(node);
      return problem === null ? node.value : add(node, problem);
    }
    if (isSeq(node)) return node.items.map((each) => valueOf(each));
    return isMap(node) ? objectOf(node.items) : add(node, 'must be a value');
  };
  const objectOf = (pairs: readonly { readonly key: ParsedNode; readonly value: ParsedNode | null }[]): object => {
    const members = new Map<string, unknown>();
    for (const { key, value } of pairs) {
      const name = isScalar(key) ? key.source : undefined;
      if (name === undefined || key.anchor !== undefined || key.tag !== undefined)
        add(key, 'must be a name in plain text');
      else if (members.has(name)) add(key, 'is a second member of this name: remove one of them');
      else members.set(name, valueOf(value));
    }
    return Object.fromEntries(members);
  };
  return { value: valueOf(root), problems };
}

/** A number that is not what its author wrote would be another price. */
function numberProblem({ value, source }: Scalar.Parsed): string | null {
  if (typeof value !== 'number') return null;
  if (!Number.isFinite(value)) return 'must be a number with a value';
  if (/^[-+]?0[box]/i.test(source)) return Number.isSafeInteger(value) ? null : 'cannot be read exactly';
  const decimal = source.replace(/^\+/, '');
  return isExactNumber(decimal) ? null : 'cannot be read exactly: write fewer digits';
}
