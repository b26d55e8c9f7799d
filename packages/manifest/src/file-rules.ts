/** The rules of file arguments, and the bounds of artifacts: both name types of the service and stay within its limits. */
import { FILE_TYPES, type FileType } from '@farebox/kernel';
import { below, checkMembers, isObject, type Pointer, type Problems } from '@farebox/price-rules';
import { MANIFEST_LIMITS } from './limits.ts';
import type { FileBounds } from './manifest.ts';

/** The most of each limit, and the least. */
const BOUNDS: Readonly<Record<keyof FileBounds, { readonly least: number; readonly most: number }>> = {
  pixelsMax: { least: 1, most: MANIFEST_LIMITS.pixels },
  sideMax: { least: 1, most: MANIFEST_LIMITS.side },
  secondsMax: { least: 0, most: MANIFEST_LIMITS.seconds },
  sizeBytesMax: { least: 1, most: MANIFEST_LIMITS.fileBytes },
};
const BOUND_NAMES = Object.keys(BOUNDS) as (keyof FileBounds)[];

/** @param arguments_ the file arguments of the input schema. */
export function checkFiles(files: unknown, arguments_: readonly Pointer[], problems: Problems): void {
  if (files !== undefined && !isObject(files))
    return problems.add('/files', 'must be an object with a rule for each file argument');
  const rules = files ?? {};
  for (const pointer of arguments_) {
    if (!Object.hasOwn(rules, pointer))
      problems.add(below('/files', pointer), 'is missing: write a rule such as { "mimeTypes": ["image/png"] }');
  }
  for (const [pointer, rule] of Object.entries(rules)) {
    const at = below('/files', pointer);
    if (!arguments_.includes(pointer)) problems.add(at, noFile(arguments_));
    else checkRule(rule, at, problems);
  }
}

const noFile = (arguments_: readonly Pointer[]): string =>
  arguments_.length === 0
    ? 'is no file argument: the input schema has none; write { "$ref": "farebox:file" } there'
    : `is no file argument: write one of ${arguments_
        .slice(0, 5)
        .map((each) => `"${each}"`)
        .join(', ')}`;

function checkRule(rule: unknown, at: string, problems: Problems): void {
  if (!isObject(rule)) return problems.add(at, 'must be an object with "mimeTypes"');
  checkMembers(rule, ['mimeTypes'], { at, problems, optional: BOUND_NAMES });
  checkTypes(rule['mimeTypes'], below(at, 'mimeTypes'), problems);
  checkFileBounds(rule, at, problems);
}

const isFileType = (value: unknown): value is FileType => typeof value === 'string' && Object.hasOwn(FILE_TYPES, value);

export function checkTypes(types: unknown, at: string, problems: Problems): void {
  if (types === undefined) return;
  const known = Object.keys(FILE_TYPES);
  if (!Array.isArray(types) || types.length === 0 || types.length > known.length)
    return problems.add(at, `must be a list of at least one of ${known.join(', ')}`);
  types.forEach((type: unknown, index) => {
    if (!isFileType(type)) problems.add(below(at, index), `must be one of ${known.join(', ')}`);
    else if (types.indexOf(type) < index) problems.add(below(at, index), 'is listed twice');
  });
}

/** Checks the limits among the members of a rule. */
export function checkFileBounds(rule: Readonly<Record<string, unknown>>, at: string, problems: Problems): void {
  for (const name of BOUND_NAMES) {
    const value = rule[name];
    const { least, most } = BOUNDS[name];
    const isWhole = name !== 'secondsMax';
    if (value === undefined) continue;
    if (typeof value !== 'number' || value < least || value > most || (isWhole && !Number.isInteger(value)))
      problems.add(below(at, name), `must be ${isWhole ? 'a whole number' : 'a number'} from ${least} to ${most}`);
  }
}

export { BOUND_NAMES };
