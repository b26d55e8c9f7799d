/** One command as the requests that it is: which route, with which parameters, query and body. */
import { randomUUID } from 'node:crypto';
import { OPERATOR_ROUTES, type OperatorRoute, type OperatorRouteName } from '@farebox/contract';
import { CommandError, UsageError } from '../program/exit-codes.ts';
import { request, type Replied } from '../remote/client.ts';
import type { Target } from '../remote/target.ts';
import type { Field } from './fields.ts';
import { itemsOf } from './show.ts';
import { kebab } from './words.ts';

/** What a command was given: options by their names, and what stands without one. */
export interface Given {
  readonly options: Readonly<Record<string, unknown>>;
  /** Of the last parameter of a path that has one beside project and organization. */
  readonly argument: string | undefined;
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

/** These have a default, and stand as options; the one besides stands without a name. */
export const SCOPES: Readonly<Record<string, 'project' | 'organization'>> = {
  projectId: 'project',
  organizationId: 'organization',
};

/** Of routes with one name, first the one that is meant where nothing is named: it needs the least (`audit list` is the platform's). */
export const plainestFirst = (candidates: readonly Candidate[]): readonly Candidate[] =>
  candidates.toSorted((a, b) => paramsOf(a.route).length - paramsOf(b.route).length);

/** Of routes with one name: the plainest that takes all that was named. What a profile names decides nothing: the same words mean the same everywhere. */
export function chosen(candidates: readonly Candidate[], given: Given): Candidate {
  const named = Object.keys(SCOPES).filter((name) => given.options[SCOPES[name] ?? ''] !== undefined);
  const choice = plainestFirst(candidates).find(({ route }) => named.every((name) => paramsOf(route).includes(name)));
  if (choice === undefined)
    throw new UsageError(`no such thing for ${named.map((name) => `--${SCOPES[name]}`).join(' and ')}`);
  return choice;
}

function valueOf(name: string, { options, argument }: Given, target: Target): string | null {
  const scope = SCOPES[name];
  if (scope === undefined) return argument ?? null;
  return (options[scope] as string | undefined) ?? target[scope];
}

function pathOf({ route, query }: Candidate, given: Given, target: Target): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueOf(name, given, target);
    if (value === null)
      throw new UsageError(`name the ${kebab(name.replace(/Id$/, ''))}: --${SCOPES[name] ?? name} <id>`);
    return encodeURIComponent(value);
  });
  const words = Object.entries(valuesOf(query, given)).map(([name, value]): [string, string] => [name, String(value)]);
  return words.length === 0 ? path : `${path}?${new URLSearchParams(words).toString()}`;
}

function valuesOf(fields: readonly Field[], { options }: Given): Record<string, unknown> {
  const entries = fields.flatMap(({ name, option, valueOf: read }) => {
    const found = options[option.attributeName()];
    return found === undefined ? [] : [[name, read(found)] as const];
  });
  return Object.fromEntries(entries);
}

export async function replied(candidate: Candidate, given: Given, target: Target): Promise<Replied> {
  const { route, body } = candidate;
  const sent = route.body === undefined ? {} : { body: valuesOf(body, given) };
  const asked = { method: route.method, path: pathOf(candidate, given, target), ...sent };
  if (route.act === undefined) return await request(target, asked);
  const idempotencyKey = (given.options['idempotencyKey'] as string | undefined) ?? randomUUID();
  return await request(target, { ...asked, idempotencyKey });
}

/** A list that grows faster than it is read ends somewhere. */
const PAGES_MAX = 10_000;

/** Every page of a list as one. */
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
      'what this answers cannot be joined: take it by parts, each from where --before says',
    );
  return name === undefined ? reply : { ...reply, data: { ...first, [name]: items, nextBefore: null } };
}

/** Where the next page of a list begins; null at its end, and for what is no list. */
export function nextOf(data: unknown): string | null {
  const { nextBefore } = (data ?? {}) as { readonly nextBefore?: unknown };
  return typeof nextBefore === 'string' || typeof nextBefore === 'number' ? String(nextBefore) : null;
}
