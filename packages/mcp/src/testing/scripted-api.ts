/** For tests: an API with scripted replies that records its requests. */
import { AppError, type RouteName } from '@farebox/contract';
import type { Api, ApiRequest } from '../api.ts';

export interface ScriptedApi extends Api {
  readonly asked: readonly (ApiRequest & { readonly route: RouteName })[];
  /** Replies to every request of the route from now on; a thrown error is the rejection. */
  readonly on: (route: RouteName, reply: (request: ApiRequest) => unknown) => void;
  /** The bytes of files by their URL. */
  readonly files: Map<string, Buffer>;
}

export function scriptedApi(): ScriptedApi {
  const replies = new Map<RouteName, (request: ApiRequest) => unknown>();
  const asked: (ApiRequest & { route: RouteName })[] = [];
  const files = new Map<string, Buffer>();
  return {
    asked,
    files,
    async read(url) {
      const bytes = files.get(url);
      if (bytes === undefined) throw new AppError('artifact_unavailable');
      return bytes;
    },
    on: (route, reply) => void replies.set(route, reply),
    async call<T>(route: RouteName, request: ApiRequest = {}) {
      asked.push({ route, ...request });
      const reply = replies.get(route);
      if (reply === undefined) throw new Error(`no reply is scripted for ${route}`);
      return reply(request) as T;
    },
  };
}
