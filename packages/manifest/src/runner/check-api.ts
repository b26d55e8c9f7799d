/** Compares the requests of an HTTP API with the arguments of the tool, and its responses with the output and the price. */
import { below, isObject, memberOf, partsOf, type Problems } from '@farebox/price-rules';
import { type Form, formOf } from '../input/forms.ts';
import { MANIFEST_LIMITS } from '../limits.ts';
import { bracedIn } from './api-members.ts';

type Members = Readonly<Record<string, unknown>>;

const AT = '/runner';

/** @param runner whose members are checked, or have problems already. @param manifest checked or not. */
export function checkApi(runner: Members, manifest: Members, problems: Problems): void {
  checkRequest(runner, manifest['input'], problems);
  checkTogether(runner, problems);
  checkResponse(runner, manifest, problems);
}

function checkRequest({ method, path, query, body }: Members, input: unknown, problems: Problems): void {
  for (const name of typeof path === 'string' ? bracedIn(path) : []) {
    const problem = parameterProblem(input, name);
    if (problem !== null) problems.add(below(AT, 'path'), problem);
  }
  if (body !== undefined && method === 'GET') problems.add(below(AT, 'body'), 'is not sent by GET: write "query"');
  if (body !== undefined) checkTemplate(body, below(AT, 'body'), { input, problems, isWhole: true });
  checkQuery(query, input, problems);
}

/** A word of the path is in every call. */
function parameterProblem(input: unknown, name: string): string | null {
  const schema = memberOf(memberOf(input, 'properties'), name);
  const required = memberOf(input, 'required');
  const isSure = (Array.isArray(required) && required.includes(name)) || memberOf(schema, 'default') !== undefined;
  return isScalar(schema) && isSure
    ? null
    : `has {${name}}, which must be a text, number or boolean of the input that is required or has a default`;
}

const SCALARS: readonly (Form | null)[] = ['constant', 'choice', 'boolean', 'integer', 'number', 'string'];
const isScalar = (schema: unknown): boolean => isObject(schema) && SCALARS.includes(formOf(schema));

const QUERY_MAX = 64;
const PARAMETER = /^[A-Za-z0-9_.[\]-]{1,100}$/;

function checkQuery(query: unknown, input: unknown, problems: Problems): void {
  if (query === undefined) return;
  const at = below(AT, 'query');
  if (!isObject(query) || Object.keys(query).length > QUERY_MAX)
    return problems.add(at, `must be an object of at most ${QUERY_MAX} parameters`);
  for (const [name, value] of Object.entries(query)) {
    const place = below(at, name);
    if (!PARAMETER.test(name)) problems.add(place, 'has a name that is not a parameter: write letters, digits, "_"');
    else if (isObject(value)) checkTemplate(value, place, { input, problems, isWhole: false });
    else if (value === null || Array.isArray(value))
      problems.add(place, 'must be a text, a number, a boolean or { "arg": "/seed" }');
  }
}

/** A file inside a request is in memory several times. */
export function checkInline(runner: Members, files: unknown, problems: Problems): void {
  if (runner['files'] === undefined || runner['files'] === 'url') return;
  for (const [pointer, rule] of isObject(files) ? Object.entries(files) : []) {
    const most = memberOf(rule, 'sizeBytesMax');
    if (typeof most !== 'number' || most > MANIFEST_LIMITS.inlineBytes)
      problems.add(
        below(below('/files', pointer), 'sizeBytesMax'),
        `must be at most ${MANIFEST_LIMITS.inlineBytes}, because the runner sends the file inside the request`,
      );
  }
}

interface Template {
  readonly input: unknown;
  readonly problems: Problems;
  /** Whether objects, lists and all arguments at once may stand here. */
  readonly isWhole: boolean;
}

function checkTemplate(value: unknown, at: string, template: Template): void {
  if (Array.isArray(value)) return value.forEach((each, index) => checkTemplate(each, below(at, index), template));
  if (!isObject(value)) return;
  if (Object.hasOwn(value, 'arg')) return checkArgument(value, at, template);
  if (!template.isWhole) return template.problems.add(at, 'must be { "arg": "/seed" }');
  for (const [name, each] of Object.entries(value)) checkTemplate(each, below(at, name), template);
}

function checkArgument(value: Members, at: string, { input, problems, isWhole }: Template): void {
  const { arg } = value;
  if (Object.keys(value).length > 1) return problems.add(at, 'must have "arg" alone');
  const schema = typeof arg === 'string' ? schemaAt(input, arg) : undefined;
  if (schema === undefined || (!isWhole && !isScalar(schema)))
    problems.add(
      below(at, 'arg'),
      isWhole
        ? 'must be a JSON Pointer to an argument, such as "/prompt", or "" for all of them'
        : 'must be a JSON Pointer to a text, number or boolean of the input',
    );
}

/** Only names of properties lead to an argument: a list is sent as a whole. */
function schemaAt(input: unknown, pointer: string): unknown {
  if (pointer === '') return input;
  return (partsOf(pointer) ?? ['']).reduce((at: unknown, part) => memberOf(memberOf(at, 'properties'), part), input);
}

function checkTogether({ secret, auth, poll, cancel, idempotencyHeader }: Members, problems: Problems): void {
  if (auth !== undefined && secret === undefined)
    problems.add(below(AT, 'auth'), 'needs "secret", the name of the secret that the header has');
  if (cancel !== undefined && poll === undefined)
    problems.add(below(AT, 'cancel'), 'needs "poll", which says how a call is named');
  const secretHeader = auth === undefined ? 'authorization' : memberOf(auth, 'header');
  if (secret !== undefined && String(secretHeader).toLowerCase() === String(idempotencyHeader).toLowerCase())
    problems.add(below(AT, 'idempotencyHeader'), 'must not be the header of the secret');
}

function checkResponse(runner: Members, { output, price }: Members, problems: Problems): void {
  const { artifacts, units, poll, result, cost } = runner;
  const made = memberOf(output, 'artifacts');
  const count = Array.isArray(made) ? made.length : 0;
  const written = Array.isArray(artifacts) ? artifacts.length : 0;
  if (written !== count)
    problems.add(
      below(AT, 'artifacts'),
      artifacts === undefined
        ? `is missing: write a JSON Pointer for each of the ${count} artifacts of the output`
        : `must have one JSON Pointer for each of the ${count} artifacts of the output`,
    );
  if (written > 0 && result === undefined && memberOf(output, 'result') !== undefined)
    problems.add(below(AT, 'result'), 'is missing: write a JSON Pointer to the result that the output describes');
  const isReported = memberOf(memberOf(price, 'units'), 'reported') !== undefined;
  if (isReported !== (units !== undefined))
    problems.add(
      below(AT, 'units'),
      isReported ? 'is missing: the price counts reported units' : 'must be absent: the price counts no reported units',
    );
  const isFile = Array.isArray(artifacts) && artifacts.includes('');
  const reads = [poll, result, units, memberOf(cost, 'pointer')].some((each) => each !== undefined);
  if (isFile && (written > 1 || reads))
    problems.add(
      below(AT, 'artifacts'),
      'has "": the body is the file, so there is nothing else in it, and no "poll", "result", "units" and pointer',
    );
}
