/** For tests: an API that answers what a test says, and remembers what it was asked. */
import type { RouteName } from '@farebox/contract';
import type { Api, ApiRequest } from '../api.ts';

export interface ScriptedApi extends Api {
  readonly asked: readonly (ApiRequest & { readonly route: RouteName })[];
  /** Answers every call of the route from now on; what is thrown is what it rejects with. */
  readonly on: (route: RouteName, reply: (request: ApiRequest) => unknown) => void;
}

export function scriptedApi(): ScriptedApi {
  const replies = new Map<RouteName, (request: ApiRequest) => unknown>();
  const asked: (ApiRequest & { route: RouteName })[] = [];
  return {
    asked,
    on: (route, reply) => void replies.set(route, reply),
    async call<T>(route: RouteName, request: ApiRequest = {}) {
      asked.push({ route, ...request });
      const reply = replies.get(route);
      if (reply === undefined) throw new Error(`nobody answers ${route}`);
      return reply(request) as T;
    },
  };
}
