/** For the matrices of tenant isolation: how a route of the operator API is asked, by whom, and what of a response a caller sees. */
import type { OperatorRoute } from '@farebox/contract';
import type { Caller } from './callers.fixture.ts';
import type { Owner, World } from './world.fixture.ts';

export type Named = Readonly<Record<string, string>>;

export const namesIn = ({ path }: Pick<OperatorRoute, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Whose the path is: the first name in it, where it is a tenant. */
export const tenantIn = (route: OperatorRoute): string | undefined =>
  namesIn(route).find((name) => name === 'projectId' || name === 'organizationId');

/** Ids of `own`, but for those that are given. */
export function requestOf(route: OperatorRoute, { ids }: World, given: Named = {}): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? ids[name]?.own ?? '');
  return `${route.method} ${path}`;
}

export function whoMay({ access }: OperatorRoute): Caller {
  if (access === 'platform') return 'an operator';
  return typeof access === 'object' && 'organization' in access ? 'ADMIN of the organization' : 'ADMIN';
}

/** A sibling is of the same organization, and so are its people: whoever may give roles finds them. */
export const strangersTo = (route: OperatorRoute, name: string): readonly Owner[] =>
  tenantIn(route) === 'organizationId' || name === 'memberId'
    ? ['absent', 'foreign', 'malformed']
    : ['absent', 'sibling', 'foreign', 'malformed'];

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** All that a caller sees, but for what differs between any two requests. */
export const visible = ({ status, text, headers }: Seen) => ({
  status,
  text: text.replace(/^retry: \d+$/m, 'retry: some'), // of a stream
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name)),
});
