/**
 * Every endpoint of the API, read from its route table, so that no matrix of this suite can omit one. openapi.test.ts checks the table itself
 * against the specification.
 */
import { ROUTES, type Route } from '@farebox/contract';
import type { Scope } from './wire.ts';

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** The path of the route: `/tools/executions/{id}`. */
  readonly template: string;
  /** The path with an id that does not exist. */
  readonly path: string;
  readonly scope: Scope;
}

/** Ids that do not exist, by parameter. A route with a parameter that is missing here stops the suite. */
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

/** For `test.each`: the columns that titles show, and the endpoint. */
export const ENDPOINT_ROWS = ENDPOINTS.map((endpoint) => [endpoint.method, endpoint.path, endpoint.scope] as const);

function sampleOf(name: string): string {
  const sample = NOBODYS[name];
  if (sample === undefined) throw new Error(`the path parameter "${name}" has no sample here`);
  return sample;
}
