/** What the tools stand on: the endpoints of the API, however they are reached. A gateway calls its own handlers, `farebox mcp` sends HTTP. */
import type { RouteName } from '@farebox/contract';

export interface ApiRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
}

export interface Api {
  /** Answers `data` of the response. Rejects with an AppError; of a paid request whose end nobody knows with one that is `isUnknown`. */
  readonly call: <T>(route: RouteName, request?: ApiRequest) => Promise<T>;
}
