/**
 * Bypasses Express's router for the most frequent requests: a plain path whose only parameter is its last segment. The same
 * listener responds either way. Every other spelling (a query, an escape, a path with a route of its own) goes through
 * Express, so that paths have only one interpretation.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Route } from '@farebox/contract';
import type { Express } from 'express';
import type { Params, RouteListener } from './bind-route.ts';

export interface BoundRoute {
  readonly route: Route;
  readonly listener: RouteListener;
}

const PLAIN = /^[\w-]+$/;
const ENDS_WITH_ITS_PARAMETER = /^([^{]*\/)\{(\w+)\}$/;

/** @param basePath empty, or `/…` without a trailing slash. */
export function fastPath(routes: readonly BoundRoute[], basePath: string, app: Express): RequestListener {
  const find = finderOf(routes, basePath);
  return (request, response) => {
    const found = find(request);
    if (found === undefined) app(request, response);
    else found.listener(request, response, found.params).catch(() => response.destroy());
  };
}

interface Found {
  readonly listener: RouteListener;
  readonly params: Params;
}

function finderOf(routes: readonly BoundRoute[], basePath: string): (request: IncomingMessage) => Found | undefined {
  const named = new Set(routes.map(({ route }) => basePath + route.path));
  const byStart = new Map<string, { listener: RouteListener; parameter: string }>();
  for (const { route, listener } of routes) {
    const [, start, parameter] = ENDS_WITH_ITS_PARAMETER.exec(route.path) ?? [];
    if (start !== undefined && parameter !== undefined)
      byStart.set(`${route.method} ${basePath}${start}`, { listener, parameter });
  }
  return ({ method = '', url = '' }) => {
    const valueAt = url.lastIndexOf('/') + 1;
    const candidate = byStart.get(`${method === 'HEAD' ? 'GET' : method} ${url.slice(0, valueAt)}`);
    if (candidate === undefined || named.has(url)) return undefined;
    const value = url.slice(valueAt);
    return PLAIN.test(value) ? { listener: candidate.listener, params: { [candidate.parameter]: value } } : undefined;
  };
}
