/** The API behind the MCP tools. A gateway calls its own handlers; `farebox mcp` sends HTTP requests. */
import type { RouteName } from '@farebox/contract';

export interface ApiRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string;
}

export interface Api {
  /** Resolves with the `data` of the response. Rejects with an AppError; for a paid request with an unknown outcome, `isUnknown` is true. */
  readonly call: <T>(route: RouteName, request?: ApiRequest) => Promise<T>;
  /**
   * The bytes of a file, by the URL that `downloadArtifact` made. Rejects with an AppError if the file is gone, larger than `bytesMax`, or cannot be
   * read now.
   */
  readonly read: (url: string, bytesMax: number) => Promise<Buffer>;
}
