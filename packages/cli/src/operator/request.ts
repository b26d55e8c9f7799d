/** Turns a command into requests: the route with its parameters, query and body. */
import { randomUUID } from 'node:crypto';
import { missingOf, OPERATOR_ROUTES, type OperatorRoute, type OperatorRouteName } from '@farebox/contract';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { type Absent, request, type Replied } from '../remote/client.ts';
import type { Target } from '../remote/target.ts';
import type { Field } from './fields.ts';
import { positionalOf } from './positional.ts';
import { itemsOf } from './show.ts';
import { kebab } from './words.ts';

/** Input of a command: its options by name, and its arguments. */
export interface Given {
  readonly options: Readonly<Record<string, unknown>>;
  /** The path's parameters besides project and organization: name → value. */
  readonly arguments: Readonly<Record<string, string>>;
  /** Value of the field that is an argument. */
  readonly positional?: string | undefined;
}

export interface Candidate {
  readonly name: OperatorRouteName;
  readonly route: OperatorRoute;
  readonly query: readonly Field[];
  readonly body: readonly Field[];
}

export const routeOf = (name: OperatorRouteName): OperatorRoute => OPERATOR_ROUTES[name];

export const paramsOf = ({ path }: OperatorRoute): readonly string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);

/** Parameters that have a default and are options. A path's other parameters are arguments. */
export const SCOPES: Readonly<Record<string, 'project' | 'organization'>> = {
  projectId: 'project',
  organizationId: 'organization',
};

/**
 * Sorts routes that share a command by their number of parameters. The first one applies if no scope is named (for
 * `audit list`, that of the platform).
 */
export const plainestFirst = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted((a, b) => paramsOf(a.route).length - paramsOf(b.route).length);

/**
 * Chooses among routes that share a command: the first that takes all named scopes. Defaults of a profile do not count,
 * so that the same words mean the same everywhere.
 */
export function chosen(candidates: readonly Candidate[], given: Given): Candidate {
  const named = Object.keys(SCOPES).filter((name) => given.options[SCOPES[name] ?? ''] !== undefined);
  const choice = plainestFirst(candidates).find(({ route }) => named.every((name) => paramsOf(route).includes(name)));
  if (choice === undefined)
    throw new UsageError(`no such thing for ${named.map((name) => `--${SCOPES[name]}`).join(' and ')}`);
  return choice;
}

function valueOf(name: string, { options, arguments: given }: Given, target: Target): string | null {
  const scope = SCOPES[name];
  if (scope === undefined) return given[name] ?? null;
  return (options[scope] as string | undefined) ?? target[scope];
}

/** The value of each parameter of the path. */
function idsOf({ route }: Candidate, given: Given, target: Target): Readonly<Record<string, string>> {
  const ids = paramsOf(route).map((name) => {
    const value = valueOf(name, given, target);
    if (value === null)
      throw new UsageError(`name the ${kebab(name.replace(/Id$/, ''))}: --${SCOPES[name] ?? name} <id>`);
    return [name, name === 'key' ? publicIdOf(value) : value] as const;
  });
  return Object.fromEntries(ids);
}

const WHOLE_KEY = /^fb_(?:live|test)_([0-9A-Za-z]{16})_/;

/** A person may paste a whole key that leaked: only its public id leaves this machine. */
const publicIdOf = (key: string): string => WHOLE_KEY.exec(key)?.[1] ?? key;

function pathOf(candidate: Candidate, given: Given, ids: Readonly<Record<string, string>>): string {
  const { route, query } = candidate;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const words = Object.entries(valuesOf(candidate, query, given)).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words).toString()}`;
}

function valuesOf(
  { name: route }: Candidate,
  fields: readonly Field[],
  { options, positional }: Given,
): Record<string, unknown> {
  const entries = fields.flatMap(({ name, option, valueOf: read }) => {
    const found = name === positionalOf(route) ? positional : options[option.attributeName()];
    return found === undefined ? [] : [[name, read(found)] as const];
  });
  return Object.fromEntries(entries);
}

export async function replied(candidate: Candidate, given: Given, target: Target): Promise<Replied> {
  const { route, body } = candidate;
  const sent = route.body === undefined ? {} : { body: valuesOf(candidate, body, given) };
  const ids = idsOf(candidate, given, target);
  const path = pathOf(candidate, given, ids);
  const asked = { method: route.method, path, absence: absenceOf(route, ids), ...sent };
  if (route.act === undefined) return await request(target, asked);
  const idempotencyKey = (given.options['idempotencyKey'] as string | undefined) ?? randomUUID();
  return await request(target, { ...asked, idempotencyKey });
}

/** Names the missing thing of a `not_found`. Without its word, the route itself is hidden from the caller. */
const absenceOf =
  (route: OperatorRoute, ids: Readonly<Record<string, string>>) =>
  ({ missing, versions }: Absent): string | undefined => {
    if (typeof missing !== 'string')
      return route.access === 'platform'
        ? 'only platform operators may do this, and the session is of none'
        : undefined;
    const words = missing.replaceAll('_', ' ');
    if (Array.isArray(versions)) return `there is no such ${words}: the latest are ${versions.join(', ')}`;
    const param = Object.keys(ids).find((name) => missingOf(route, name) === missing);
    const { projectId } = ids;
    const within = projectId === undefined || param === 'projectId' ? '' : ` in the project ${projectId}`;
    return `there is no ${words}${param === undefined ? '' : ` ${ids[param]}`}${within}: check the id`;
  };

/** Limit for a list that grows faster than it is read. */
const PAGES_MAX = 10_000;

/** Reads every page of a list and joins them. */
export async function allPages(candidate: Candidate, given: Given, target: Target): Promise<Replied> {
  let reply = await replied(candidate, given, target);
  const first = reply.data as Record<string, unknown>;
  const name = itemsOf(first)?.name;
  const items: unknown[] = [];
  for (let page = 1; page <= PAGES_MAX && name !== undefined; page++) {
    items.push(...((reply.data as Record<string, unknown>)[name] as unknown[]));
    const before = nextOf(reply.data);
    if (before === null) break;
    reply = await replied(candidate, { ...given, options: { ...given.options, before } }, target);
  }
  if (name === undefined && nextOf(first) !== null)
    throw new CommandError(
      'failed',
      '--all cannot join this response: read it in parts, each with --before from the last one',
    );
  return name === undefined ? reply : { ...reply, data: { ...first, [name]: items, nextBefore: null } };
}

/** Position of the next page; null at the end of a list, and for a response that is not a list. */
export function nextOf(data: unknown): string | null {
  const { nextBefore } = (data ?? {}) as { readonly nextBefore?: unknown };
  return typeof nextBefore === 'string' || typeof nextBefore === 'number' ? String(nextBefore) : null;
}
