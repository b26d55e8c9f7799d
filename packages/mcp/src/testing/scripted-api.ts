/** For tests: an API with scripted replies that records its requests. */
import type { RouteName } from '@farebox/contract';
import type { Api, ApiRequest } from '../api.ts';

export interface ScriptedApi extends Api {
  readonly asked: readonly (ApiRequest & { readonly route: RouteName })[];
  /** Replies to every request of the route from now on; a thrown error is the rejection. */
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
      if (reply === undefined) throw new Error(`no reply is scripted for ${route}`);
      return reply(request) as T;
    },
  };
}
