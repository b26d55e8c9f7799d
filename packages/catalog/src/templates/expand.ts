/**
 * Fills arguments into the steps of a template. The result is the input of a pipeline; its problems are reported for
 * the arguments of the template.
 */
import type { FieldProblems, TemplateParameter, TemplateStep } from '@farebox/contract';
import type { QuoteError } from '../quote.ts';
import { valueProblems } from './values.ts';

/** The immutable content of a template version. */
export interface TemplateContent {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters: Readonly<Record<string, TemplateParameter>>;
  readonly steps: readonly TemplateStep[];
}

export interface Expanded {
  readonly ok: true;
  /** With defaults filled in. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The steps of the pipeline. */
  readonly steps: readonly TemplateStep[];
  /** Maps problems of the pipeline's input to problems of the arguments. */
  readonly told: (fields: FieldProblems) => FieldProblems;
}

/** The only member of an object that is replaced by an argument. */
export const PARAMETER_MARK = '$parameter';

export function expand(content: TemplateContent, input: Readonly<Record<string, unknown>>): Expanded | QuoteError {
  const read = readInput(content.parameters, input);
  if ('fields' in read) return { ok: false, message: 'invalid_arguments', fields: read.fields };
  const insertions: Insertion[] = [];
  const steps = filled(content.steps, { values: read.values, insertions }, '/steps') as readonly TemplateStep[];
  return { ok: true, arguments: Object.fromEntries(read.values), steps, told: (fields) => toldOf(fields, insertions) };
}

interface Insertion {
  /** JSON Pointer in the input of the pipeline. */
  readonly at: string;
  readonly parameter: string;
}

type Values = ReadonlyMap<string, unknown>;
const PROBLEMS_MAX = 20;

function readInput(
  parameters: TemplateContent['parameters'],
  input: Readonly<Record<string, unknown>>,
): { readonly values: Values } | { readonly fields: FieldProblems } {
  const problems: (readonly [string, string])[] = Object.keys(input)
    .filter((name) => !Object.hasOwn(parameters, name))
    .slice(0, PROBLEMS_MAX)
    .map((name) => [
      `/${name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`,
      'is not a field of this tool',
    ]);
  const values = new Map<string, unknown>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = Object.hasOwn(input, name) ? input[name] : parameter.default;
    if (value === undefined) problems.push([`/${name}`, 'is required']);
    else problems.push(...valueProblems(parameter, value).map(([at, reason]) => [`/${name}${at}`, reason] as const));
    values.set(name, value);
  }
  return problems.length > 0 ? { fields: Object.fromEntries(problems.slice(0, PROBLEMS_MAX)) } : { values };
}

interface Filling {
  readonly values: Values;
  readonly insertions: Insertion[];
}

/** Arguments are inserted by reference, not copied: repeated use does not multiply their size. */
function filled(part: unknown, filling: Filling, at: string): unknown {
  if (typeof part !== 'object' || part === null) return part;
  const parameter = markOf(part);
  if (parameter !== undefined) {
    filling.insertions.push({ at, parameter });
    return filling.values.get(parameter);
  }
  if (Array.isArray(part)) return part.map((each, index) => filled(each, filling, `${at}/${index}`));
  return Object.fromEntries(
    Object.entries(part).map(([name, each]) => [
      name,
      filled(each, filling, `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}

/** Undefined if the object is no mark. A mark has no other member, and its name is a string. */
export function markOf(part: object): string | undefined {
  const name: unknown = Object.hasOwn(part, PARAMETER_MARK) ? (part as Record<string, unknown>)[PARAMETER_MARK] : null;
  return typeof name === 'string' && Object.keys(part).length === 1 ? name : undefined;
}

/**
 * Problems that no argument caused belong to the template: they are reported for the whole input, with the JSON
 * Pointer in the template.
 */
function toldOf(fields: FieldProblems, insertions: readonly Insertion[]): FieldProblems {
  const told = new Map<string, string>();
  for (const [pointer, reason] of Object.entries(fields)) {
    const insertion = insertions.find(({ at }) => pointer === at || pointer.startsWith(`${at}/`));
    const [at, why] =
      insertion === undefined
        ? ['', `${pointer} of the template: ${reason}`]
        : [`/${insertion.parameter}${pointer.slice(insertion.at.length)}`, reason];
    if (!told.has(at)) told.set(at, why);
  }
  return Object.fromEntries(told);
}
