/** For the matrices of tenant isolation: requests of operator routes, their callers, and the visible part of a response. */
import type { OperatorRoute } from '@farebox/contract';
import type { Caller } from './callers.fixture.ts';
import type { Owner, World } from './world.fixture.ts';

export type Named = Readonly<Record<string, string>>;

export const namesIn = ({ path }: Pick<OperatorRoute, 'path'>): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');

/** Name of the path's owner: its first parameter, if that is a project or an organization. */
export const tenantIn = (route: OperatorRoute): string | undefined =>
  namesIn(route).find((name) => name === 'projectId' || name === 'organizationId');

/** Fills the path with ids of `own`, except for the given ones. */
export function requestOf(route: OperatorRoute, { ids }: World, given: Named = {}): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? ids[name]?.own ?? '');
  return `${route.method} ${path}`;
}

export function whoMay({ access }: OperatorRoute): Caller {
  if (access === 'platform') return 'an operator';
  return typeof access === 'object' && 'organization' in access ? 'ADMIN of the organization' : 'ADMIN';
}

/** A sibling project belongs to the same organization, and so do its people: a caller that may assign roles sees them. */
export const strangersTo = (route: OperatorRoute, name: string): readonly Owner[] =>
  tenantIn(route) === 'organizationId' || name === 'memberId'
    ? ['absent', 'foreign', 'malformed']
    : ['absent', 'sibling', 'foreign', 'malformed'];

interface Seen {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** The visible part of a response, without the values that differ between any two responses. */
export const visible = ({ status, text, headers }: Seen) => ({
  status,
  text: text.replace(/^retry: \d+$/m, 'retry: some'), // the first line of an event stream
  headers: [...headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name)),
});
