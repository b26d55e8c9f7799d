/** Turns the errors of a validator into the reasons that a client reads: JSON Pointer → reason, at most 20. */
import type { FieldProblems } from '@farebox/contract';
import type { ErrorObject } from 'ajv/dist/2020.js';

const PROBLEMS_MAX = 20;

/** Keeps the first reason for each JSON Pointer. The result has at least one entry. */
export function fieldProblems(errors: readonly ErrorObject[], unknownField: string): FieldProblems {
  const alternatives = errors.filter(({ keyword }) => keyword === 'anyOf').map(({ schemaPath }) => `${schemaPath}/`);
  const told = errors.filter(
    ({ schemaPath, keyword }) => keyword !== 'if' && !alternatives.some((path) => schemaPath.startsWith(path)),
  );
  const problems = new Map<string, string>();
  for (const error of told) {
    if (problems.size >= PROBLEMS_MAX) break;
    const pointer = pointerOf(error);
    if (!problems.has(pointer))
      problems.set(pointer, error.keyword === 'additionalProperties' ? unknownField : reasonOf(error, errors));
  }
  return Object.fromEntries(problems.size > 0 ? problems : [['', 'is not valid']]);
}

function pointerOf({ instancePath, params }: ErrorObject): string {
  const member: unknown = params['missingProperty'] ?? params['additionalProperty'];
  return typeof member === 'string' ? `${instancePath}/${escapeMember(member)}` : instancePath;
}

/** Escapes a member for a JSON Pointer (RFC 6901). The member is text of the client, so its length is bounded. */
const escapeMember = (member: string): string => member.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');

function reasonOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'false schema':
      return 'does not apply here';
    case 'enum':
      return oneOf(error.params['allowedValues'] as readonly unknown[]);
    case 'anyOf':
      return anyOfReason(error, all);
    default:
      return error.message ?? 'is not valid';
  }
}

/** A pipeline can name a thousand tools, and each of twenty problems would repeat their names. */
const VALUES_SHOWN = 50;

function oneOf(values: readonly unknown[]): string {
  const further = values.length - VALUES_SHOWN;
  const more = further > 0 ? ` and ${further} more, which the input schema lists` : '';
  return `must be one of ${values.slice(0, VALUES_SHOWN).join(', ')}${more}`;
}

/** Says "needs width or height" instead of "must match a schema in anyOf". */
function anyOfReason({ schemaPath, instancePath }: ErrorObject, all: readonly ErrorObject[]): string {
  const missing = all
    .filter((each) => each.schemaPath.startsWith(`${schemaPath}/`) && each.instancePath === instancePath)
    .map(({ params }): unknown => params['missingProperty'])
    .filter((member) => typeof member === 'string');
  return missing.length > 0 ? `needs ${missing.join(' or ')}` : 'matches none of the allowed forms';
}
