/**
 * Builds the request of a call from the manifest and the arguments, before anything is committed. An argument never leads
 * to another path: it is one encoded segment, or the value of a parameter.
 */
import type { JsonObject, JsonValue } from '@farebox/catalog';
import type { Manifest } from '@farebox/manifest';
import { isObject, memberOf, partsOf, type Pointer } from '@farebox/price-rules';
import { OperationFailure } from '@farebox/worker';

export type ApiRunner = Extract<Manifest['runner'], { readonly kind: 'openapi' }>;

export interface ApiCall {
  /** Below the URL, with its query. */
  readonly path: string;
  /** JSON; empty if nothing is sent. */
  readonly body: string;
}

/** Longer ones are refused by servers and proxies, with errors that prove nothing. */
const PATH_CHARACTERS_MAX = 8000;

/** Throws OperationFailure if the arguments make no request. @param given with a text in place of each file. */
export function apiCall({ method, path, query = {}, body }: ApiRunner, given: JsonObject): ApiCall {
  const filledPath = path.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => segmentOf(given[name]));
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, template]): [string, string][] => {
      const value = filled(template, given);
      return value === undefined ? [] : [[name, textOf(value)]];
    }),
  ).toString();
  const whole = parameters === '' ? filledPath : `${filledPath}?${parameters}`;
  if (whole.length > PATH_CHARACTERS_MAX) throw new OperationFailure('provider_rejected');
  return { path: whole, body: method === 'GET' ? '' : JSON.stringify(filled(body ?? ALL, given)) };
}

const ALL = { arg: '' } as const;

const textOf = (value: JsonValue | undefined): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

/** URL parsers remove the segments `.` and `..`, in any encoding. */
function segmentOf(value: JsonValue | undefined): string {
  const text = value === undefined ? '' : textOf(value);
  if (['', '.', '..'].includes(text)) throw new OperationFailure('provider_rejected');
  return encodeURIComponent(text);
}

/** Undefined: an argument that the call does not have. */
function filled(template: JsonValue, given: JsonObject): JsonValue | undefined {
  if (Array.isArray(template)) {
    const elements = (template as readonly JsonValue[]).map((each) => filled(each, given));
    return elements.filter((each) => each !== undefined);
  }
  if (!isObject(template)) return template;
  const { arg } = template;
  if (typeof arg === 'string') return argumentAt(given, arg);
  const members = Object.entries(template).map(([name, each]) => [name, filled(each, given)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined)) as JsonObject;
}

const argumentAt = (given: JsonObject, pointer: Pointer): JsonValue | undefined =>
  (pointer === '' ? [] : (partsOf(pointer) ?? [])).reduce<unknown>(memberOf, given) as JsonValue | undefined;
