/**
 * Every endpoint of the API, read from its route table, so that no matrix of this suite can forget one. What the table itself
 * must say stands in openapi.test.ts, written from the specification.
 */
import { ROUTES, type Route } from '@farebox/contract';
import type { Scope } from './wire.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** As the route names it: `/tools/executions/{id}`. */
  readonly template: string;
  /** With an id that nobody has. */
  readonly path: string;
  readonly scope: Scope;
}

/** A route with a parameter that is not here stops the suite. */
const NOBODYS: Readonly<Record<string, string>> = {
  tool: 'image-analyze',
  id: 'exe_00000000000000000000000000',
  artifactId: 'file_00000000000000000000000000',
  name: 'nobodys',
  version: '1',
};

export const ENDPOINTS: readonly Endpoint[] = Object.values<Route>(ROUTES).map(({ method, path, scope }) => ({
  method,
  template: path,
  path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sampleOf(name)),
  scope,
}));

/** For `test.each`: the columns that its titles show, and what they stand for. */
export const ENDPOINT_ROWS = ENDPOINTS.map((endpoint) => [endpoint.method, endpoint.path, endpoint.scope] as const);

function sampleOf(name: string): string {
  const sample = NOBODYS[name];
  if (sample === undefined) throw new Error(`the path parameter "${name}" has no sample here`);
  return sample;
}
