/** The results of a tool: a JSON value, and artifacts whose bounds let a later step of a pipeline be priced. */
import { below, checkMembers, isObject, type Pointer, type Problems } from '@farebox/price-rules';
import { BOUND_NAMES, checkFileBounds, checkTypes } from './file-rules.ts';
import { checkSchema } from './input/check-schema.ts';
import { MANIFEST_LIMITS } from './limits.ts';

const AT = '/output';

/** @param arguments_ the file arguments of the input schema. */
export function checkOutput(output: unknown, arguments_: readonly Pointer[], problems: Problems): void {
  if (output === undefined) return;
  if (!isObject(output)) return problems.add(AT, 'must be an object with "result" or "artifacts"');
  checkMembers(output, [], { at: AT, problems, optional: ['result', 'artifacts'] });
  if (output['result'] !== undefined) checkSchema(output['result'], below(AT, 'result'), { use: 'result', problems });
  if (output['artifacts'] !== undefined) checkArtifacts(output['artifacts'], arguments_, problems);
}

function checkArtifacts(artifacts: unknown, arguments_: readonly Pointer[], problems: Problems): void {
  const at = below(AT, 'artifacts');
  if (!Array.isArray(artifacts) || artifacts.length > MANIFEST_LIMITS.artifacts)
    return problems.add(at, `must be a list of at most ${MANIFEST_LIMITS.artifacts} artifacts`);
  artifacts.forEach((artifact: unknown, index) => {
    const place = below(at, index);
    if (!isObject(artifact)) return problems.add(place, 'must be an object with "mimeTypes" and "size"');
    checkMembers(artifact, ['mimeTypes', 'size'], { at: place, problems });
    checkTypes(artifact['mimeTypes'], below(place, 'mimeTypes'), problems);
    if (artifact['size'] !== undefined)
      checkSize(artifact['size'], below(place, 'size'), { arguments: arguments_, problems });
  });
}

interface Found {
  readonly arguments: readonly Pointer[];
  readonly problems: Problems;
}

function checkSize(size: unknown, at: string, { arguments: arguments_, problems }: Found): void {
  if (!isObject(size) || Object.keys(size).length === 0)
    return problems.add(at, 'must be { "like": "/source" }, or limits such as { "pixelsMax": 1000000 }');
  if (!Object.hasOwn(size, 'like')) {
    checkMembers(size, [], { at, problems, optional: BOUND_NAMES });
    return checkFileBounds(size, at, problems);
  }
  checkMembers(size, ['like'], { at, problems });
  const { like } = size;
  if (typeof like !== 'string' || !arguments_.includes(like))
    problems.add(below(at, 'like'), 'is no file argument: write a pointer that "files" has');
}
