/** Whether the parameters of a template are well formed: each is bounded, and its default and example are valid values. */
import { TEMPLATE_LIMITS, type TemplateItem, type TemplateParameter } from '@farebox/contract';
import { type Problem, valueProblems } from './values.ts';

/** Camel case, like the catalog's fields. No name begins with `$` or `_`, so none can be `__proto__`. */
const PARAMETER_NAME = /^[a-z][A-Za-z0-9]{0,39}$/;

type Parameters = Readonly<Record<string, TemplateParameter>>;

/** JSON Pointers refer to the request body. */
export const definitionProblems = (parameters: Parameters): readonly Problem[] =>
  Object.entries(parameters).flatMap(([name, parameter]) => {
    const at = `/parameters/${name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!PARAMETER_NAME.test(name))
      return [[at, 'must consist of letters and digits, and begin with a lowercase letter']];
    return parameterProblems(parameter).map(([pointer, reason]): Problem => [`${at}${pointer}`, reason]);
  });

function parameterProblems(parameter: TemplateParameter): readonly Problem[] {
  const shape =
    parameter.type === 'array' ? listProblems(parameter) : itemProblems(parameter as TemplateItem, OF_LISTS);
  if (shape.length > 0) return shape;
  return [...givenProblems(parameter, 'default'), ...givenProblems(parameter, 'example'), ...needsExample(parameter)];
}

const OF_LISTS = ['items', 'minItems', 'maxItems'] as const;
const OF_NUMBERS = ['minimum', 'maximum'] as const;
const OF_TEXTS = ['minLength', 'maxLength', 'enum'] as const;

function listProblems(parameter: TemplateParameter): readonly Problem[] {
  const { items, minItems = 0, maxItems } = parameter;
  const stray = strayKeywords(parameter, [...OF_NUMBERS, ...OF_TEXTS]);
  if (stray.length > 0) return stray;
  if (items === undefined) return [['/items', 'is required']];
  if (maxItems === undefined) return [['/maxItems', 'is required']];
  if (maxItems < 1 || minItems > maxItems) return [['/maxItems', 'must be at least 1 and at least minItems']];
  return itemProblems(items, []).map(([pointer, reason]): Problem => [`/items${pointer}`, reason]);
}

function itemProblems(item: TemplateItem, others: readonly string[]): readonly Problem[] {
  switch (item.type) {
    case 'integer':
    case 'number':
      return [...strayKeywords(item, [...OF_TEXTS, ...others]), ...numberProblems(item)];
    case 'string':
      return [...strayKeywords(item, [...OF_NUMBERS, ...others]), ...textProblems(item)];
    default:
      return strayKeywords(item, [...OF_NUMBERS, ...OF_TEXTS, ...others]);
  }
}

const strayKeywords = (item: object, keywords: readonly string[]): readonly Problem[] =>
  keywords.filter((keyword) => Object.hasOwn(item, keyword)).map((keyword) => [`/${keyword}`, 'does not apply here']);

function numberProblems({ type, minimum, maximum }: TemplateItem): readonly Problem[] {
  if (minimum === undefined) return [['/minimum', 'is required']];
  if (maximum === undefined) return [['/maximum', 'is required']];
  if (minimum > maximum) return [['/maximum', 'must not be less than the minimum']];
  const broken =
    type === 'integer' ? OF_NUMBERS.filter((each) => !Number.isSafeInteger({ minimum, maximum }[each])) : [];
  return broken.map((keyword) => [`/${keyword}`, 'must be integer']);
}

function textProblems({ enum: choices, minLength = 0, maxLength }: TemplateItem): readonly Problem[] {
  if (choices !== undefined) return [];
  if (maxLength === undefined) return [['/maxLength', 'is required unless enum lists the choices']];
  return minLength > maxLength ? [['/maxLength', 'must not be less than minLength']] : [];
}

function givenProblems(parameter: TemplateParameter, keyword: 'default' | 'example'): readonly Problem[] {
  if (!Object.hasOwn(parameter, keyword)) return [];
  return valueProblems(parameter, parameter[keyword]).map(([pointer, reason]): Problem => [
    `/${keyword}${pointer}`,
    reason,
  ]);
}

/** Only the author knows a text that the step accepts. */
function needsExample(parameter: TemplateParameter): readonly Problem[] {
  const { type, default: given, example, items } = parameter;
  const isFreeText = (item: TemplateItem | undefined): boolean => item?.type === 'string' && item.enum === undefined;
  const isFree = isFreeText(type === 'array' ? items : (parameter as TemplateItem));
  return isFree && given === undefined && example === undefined
    ? [['/example', 'is required for a text without choices and without a default']]
    : [];
}

/** @returns the values with which a parameter is tried; the first one is used in examples. */
export function trialsOf(parameter: TemplateParameter): readonly unknown[] {
  const given = [parameter.example, parameter.default].filter((value) => value !== undefined);
  const values = [...given, ...edgesOf(parameter)];
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** A sample file, which every project has. */
const SAMPLE_FILE = { fileId: 'file_sample_photo' } as const;

function edgesOf(parameter: TemplateParameter): readonly unknown[] {
  if (parameter.type !== 'array') return itemEdges(parameter as TemplateItem);
  const { items, minItems = 0, maxItems = 0, example, default: given } = parameter;
  if (items === undefined) return [];
  const [known] = [example, given].filter((value) => Array.isArray(value) && value.length > 0) as readonly unknown[][];
  const item = known?.[0] ?? itemEdges(items)[0];
  const lengths = [Math.max(minItems, 1), minItems, maxItems];
  const each = itemEdges(items).map((edge) => Array.from({ length: Math.max(minItems, 1) }, () => edge));
  return item === undefined ? [] : [...lengths.map((length) => Array.from({ length }, () => item)), ...each];
}

function itemEdges({ type, minimum, maximum, enum: choices }: TemplateItem): readonly unknown[] {
  switch (type) {
    case 'integer':
    case 'number':
      return [minimum, maximum];
    case 'boolean':
      return [true, false];
    case 'file':
      return [SAMPLE_FILE];
    default:
      return choices ?? [];
  }
}

/** The most values that one template may need to try. */
export const TRIALS_MAX = TEMPLATE_LIMITS.trialsMax;
