/**
 * Checks values of parameters without compiling anything that a client wrote. No client text is used as a pattern, and
 * every value is bounded by its parameter.
 */
import type { TemplateItem, TemplateParameter } from '@farebox/contract';

/** JSON Pointer below the value, and the reason. */
export type Problem = readonly [pointer: string, reason: string];

const FILE_ID_MAX = 64;
const PROBLEMS_MAX = 20;

export function valueProblems(parameter: TemplateParameter, value: unknown): readonly Problem[] {
  if (parameter.type !== 'array') return itemProblems(parameter as TemplateItem, value);
  if (!Array.isArray(value)) return [['', 'must be array']];
  const { items, minItems = 0, maxItems = 0 } = parameter;
  if (value.length < minItems) return [['', `must NOT have fewer than ${minItems} items`]];
  if (value.length > maxItems) return [['', `must NOT have more than ${maxItems} items`]];
  const problems = value.flatMap((each, index) =>
    items === undefined
      ? []
      : itemProblems(items, each).map(([pointer, reason]): Problem => [`/${index}${pointer}`, reason]),
  );
  return problems.slice(0, PROBLEMS_MAX);
}

function itemProblems(item: TemplateItem, value: unknown): readonly Problem[] {
  if (item.type === 'file') return fileProblems(value);
  const reason = reasonOf(item, value);
  return reason === null ? [] : [['', reason]];
}

function reasonOf(item: TemplateItem, value: unknown): string | null {
  switch (item.type) {
    case 'string':
      return typeof value === 'string' ? textReason(item, value) : 'must be string';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'must be boolean';
    case 'integer':
      return Number.isInteger(value) ? numberReason(item, value as number) : 'must be integer';
    case 'number':
      return typeof value === 'number' ? numberReason(item, value) : 'must be number';
    default:
      return 'is not valid';
  }
}

function numberReason({ minimum, maximum }: TemplateItem, value: number): string | null {
  if (minimum !== undefined && value < minimum) return `must be >= ${minimum}`;
  return maximum !== undefined && value > maximum ? `must be <= ${maximum}` : null;
}

/** Lengths are counted in Unicode code points, as in JSON Schema. */
function textReason(item: TemplateItem, value: string): string | null {
  const { enum: choices, minLength, maxLength } = item;
  if (choices !== undefined) return choices.includes(value) ? null : `must be one of ${choices.join(', ')}`;
  const length = Array.from(value).length;
  if (minLength !== undefined && length < minLength) return `must NOT have fewer than ${minLength} characters`;
  return maxLength !== undefined && length > maxLength ? `must NOT have more than ${maxLength} characters` : null;
}

function fileProblems(value: unknown): readonly Problem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [['', 'must be object']];
  const { fileId, ...others } = value as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(others).map((name): Problem => [
    `/${name.slice(0, FILE_ID_MAX).replaceAll('~', '~0').replaceAll('/', '~1')}`,
    'is not a field of this tool',
  ]);
  if (unknown.length > 0) return unknown.slice(0, PROBLEMS_MAX);
  if (fileId === undefined) return [['/fileId', 'is required']];
  if (typeof fileId !== 'string') return [['/fileId', 'must be string']];
  return fileId === '' || fileId.length > FILE_ID_MAX ? [['/fileId', 'is not a file id']] : [];
}
