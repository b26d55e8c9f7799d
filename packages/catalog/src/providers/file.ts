/**
 * The file that lists every external service of a deployment and which one serves which model. Gateway, keeper and
 * provider worker read the same file. It holds no key, only where the provider worker finds the key. The whole file is
 * checked before anything starts; otherwise the first paying customer would find an incomplete entry.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { FieldProblems } from '@farebox/contract';
import { type Field, serviceUrlOf } from '@farebox/kernel';
import { compileReader } from '../arguments/validator.ts';
import type { JsonObject } from '../json.ts';
import { type WrittenEntry, type WrittenFile, fileSchema } from './file-schema.ts';
import {
  type ProviderKind,
  type ProviderName,
  type ProviderOffers,
  type Served,
  RUNNER,
  SIMULATED,
} from './provider.ts';

/** Where the provider worker finds a key: an environment variable, or a file by its absolute path. */
export type KeySource = { readonly env: string } | { readonly file: string };

export interface ProviderSpec {
  readonly name: ProviderName;
  readonly kind: ProviderKind;
  readonly url: URL;
  readonly key: KeySource;
  /** Whether the service honours Idempotency-Key: repeated requests with one key cost once. */
  readonly idempotent: boolean;
  /** HTTP statuses by which the service guarantees that it did not accept a request. */
  readonly refusedStatuses: ReadonlySet<number>;
  readonly outputHosts: readonly string[];
  readonly outputsOnLoopback: boolean;
  /** The service's model name → cost in USD/unit, for models with a configured cost. */
  readonly costs: ReadonlyMap<string, string>;
}

export interface ProvidersFile {
  readonly providers: readonly ProviderSpec[];
  readonly offers: ProviderOffers;
}

/** `tool/model` → the kind of service that it needs. */
export type Offerable = ReadonlyMap<string, ProviderKind>;

const VARIABLE = 'FAREBOX_PROVIDERS_FILE';
const BYTES_MAX = 1024 * 1024;

/** @param instead settings that also name services: file and settings exclude each other. */
export const providersFileField = (
  offerable: Offerable,
  instead: readonly string[],
): Field<ProvidersFile | undefined> => ({
  variable: VARIABLE,
  description:
    'JSON file that lists external services and which one serves which model (docs/providers.md); empty: the settings below define the entries openai and predictions.',
  defaultText: '',
  secret: false,
  parse(path) {
    if (path === '') return undefined;
    const [other] = instead;
    if (other !== undefined)
      throw new Error(`cannot be set together with ${other}: write that service into the file as an entry`);
    return parseProvidersFile(textOf(path), { offerable, folder: dirname(resolve(path)) });
  },
});

function textOf(path: string): string {
  try {
    const bytes = readFileSync(path);
    if (bytes.length <= BYTES_MAX) return bytes.toString('utf8');
  } catch (error) {
    throw new Error(
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'}): name a file that this process may read`,
    );
  }
  throw new Error(`is larger than ${BYTES_MAX} bytes`);
}

interface FileContext {
  readonly offerable: Offerable;
  /** The folder to which a relative path of a key refers. */
  readonly folder: string;
}

let compiled: ReturnType<typeof compileReader<WrittenFile>> | undefined;

/** Throws an Error with all problems; its message completes "VARIABLE …". */
function parseProvidersFile(text: string, context: FileContext): ProvidersFile {
  compiled ??= compileReader<WrittenFile>(fileSchema, 'is not a known field: remove it, or see docs/providers.md');
  const read = compiled(objectOf(text));
  if (!read.ok) throw problemsError(read.fields);
  const { providers, tools } = read.arguments as WrittenFile;
  const problems: Record<string, string> = {};
  const tell = (pointer: string, reason: string): void => void (problems[pointer] ??= reason);
  const specs = Object.entries(providers).map(([name, entry]) => specOf(name, entry, { ...context, tell }));
  for (const [model, served] of Object.entries(tools)) checkServed(model, served, { ...context, providers, tell });
  if (Object.keys(problems).length > 0) throw problemsError(problems);
  return {
    providers: specs.filter((spec) => spec !== null),
    offers: new Map(Object.entries(tools).flatMap(([model, served]) => offerOf(model, served))),
  };
}

function offerOf(model: string, [first, spare]: WrittenFile['tools'][string]): readonly (readonly [string, Served])[] {
  if (first === undefined) return [];
  return [[model, spare === undefined ? first : { ...first, spare }]];
}

function objectOf(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Only the position is taken from the message: the message may quote the content, which may be a key.
    const position = /line \d+ column \d+/.exec((error as Error).message)?.[0];
    throw new Error(`is not valid JSON${position === undefined ? '' : `, from ${position} on`}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('must hold a JSON object');
  return value as JsonObject;
}

/** Prefixes each problem with its JSON Pointer. Values are not repeated, because one may be a key. */
const problemsError = (problems: FieldProblems): Error =>
  new Error(
    Object.entries(problems)
      .map(([pointer, reason]) => `${pointer === '' ? 'as a whole' : `at ${pointer}`} ${reason}`)
      .join('; '),
  );

interface Telling extends FileContext {
  readonly tell: (pointer: string, reason: string) => void;
}

function specOf(name: string, entry: WrittenEntry, { folder, tell }: Telling): ProviderSpec | null {
  const at = `/providers/${name}`;
  if (name.startsWith(SIMULATED))
    tell(at, `must not begin with ${SIMULATED}, which is reserved for the simulator's entries`);
  if (name.startsWith(RUNNER))
    tell(at, `must not begin with ${RUNNER}, which is reserved for the runners of own tools`);
  const key = keySourceOf(entry.key, folder);
  if (key === null)
    tell(`${at}/key`, 'must be {"env": "NAME"} or {"file": "path"}: where the key is stored, not the key itself');
  const url = serviceUrlOf(entry.url);
  if ('problem' in url) tell(`${at}/url`, url.problem);
  if (key === null || 'problem' in url) return null;
  const costs = Object.entries(entry.models).flatMap(([model, { cost }]) =>
    cost === undefined ? [] : [[model, cost] as const],
  );
  const { kind, idempotent, refusedStatuses, outputHosts, outputsOnLoopback } = entry;
  return {
    name,
    kind,
    url,
    key,
    idempotent,
    outputHosts,
    outputsOnLoopback,
    refusedStatuses: new Set(refusedStatuses),
    costs: new Map(costs),
  };
}

/** Variables of this product are checked against the known settings, none of which holds the key of a service. */
const ENV_NAME = /^(?!FAREBOX_)[A-Z][A-Z0-9_]{0,99}$/;

function keySourceOf({ env, file }: WrittenEntry['key'], folder: string): KeySource | null {
  if (env !== undefined) return file === undefined && ENV_NAME.test(env) ? { env } : null;
  return file === undefined || file === '' ? null : { file: resolve(folder, file) };
}

interface Serving extends Telling {
  readonly providers: WrittenFile['providers'];
}

function checkServed(
  name: string,
  served: WrittenFile['tools'][string],
  { offerable, providers, tell }: Serving,
): void {
  const at = `/tools/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const kind = offerable.get(name);
  if (kind === undefined)
    return tell(at, `is not a model of a tool on an external service: use one of ${[...offerable.keys()].join(', ')}`);
  for (const [n, { provider, model }] of served.entries()) {
    const entry = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
    if (entry === undefined)
      tell(`${at}/${n}/provider`, 'names no entry of "providers": add the entry, or name an existing one');
    else if (entry.kind !== kind)
      tell(`${at}/${n}/provider`, `is of kind ${entry.kind}: this tool needs one of kind ${kind}`);
    else if (!Object.hasOwn(entry.models, model))
      tell(`${at}/${n}/model`, `is not among the models of ${provider}: add it there`);
    else if (n > 0 && provider === served[0]?.provider)
      tell(`${at}/${n}/provider`, 'is the same entry as the first: name another one');
  }
}
