/** Compares the result of a run with the manifest of its tool. */
import type { JsonValue, Manifest } from '../manifest.ts';
import { createCompiler } from './reader.ts';

/** @param manifest checked. Null if the result is as `output.result` describes it; nothing is refused without one. */
export function resultProblem({ output }: Pick<Manifest, 'output'>, result: JsonValue | undefined): string | null {
  const schema = output?.result;
  if (schema === undefined) return null;
  if (result === undefined) return 'no result, and the manifest describes one';
  const [first] = createCompiler()(schema).read(result).problems;
  return first === undefined ? null : `result${first[0]} ${first[1]}`;
}
