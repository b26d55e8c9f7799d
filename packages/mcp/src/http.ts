/**
 * The server over streamable HTTP, without a session: each request is answered by a server of its own, in the current revision of the protocol and, for hosts of
 * before, in those of 2025. Whoever calls has checked the key and read the body; here only the page that a browser comes from is looked at.
 */
import type { McpOptions } from './server.ts';

export interface McpOverHttp {
  /** @param body of a POST, parsed; the request itself has none. */
  readonly respond: (request: Request, body: unknown, options: McpOptions) => Promise<Response>;
}

/** @param publicHost hostname that clients see. Pages of other hosts are refused, so that a name that is bound anew to a loopback address reaches nothing. */
export function mcpOverHttp(publicHost: string): McpOverHttp {
  return {
    async respond(request, body, options) {
      const { createMcpHandler, createMcpServer, localhostAllowedHostnames, originValidationResponse } =
        await protocol();
      const loopback = localhostAllowedHostnames();
      const allowed = loopback.includes(publicHost) ? loopback : [publicHost];
      const refused = originValidationResponse(request, allowed);
      if (refused !== undefined) return refused;
      // A server of one request tells nobody of changes, and has nobody to tell.
      const handler = createMcpHandler((context) => createMcpServer(options, context), { maxSubscriptions: 0 });
      return handler.fetch(request, { parsedBody: body });
    },
  };
}

/** Loaded with the first request: a gateway that no agent talks to is 15 megabytes smaller. */
const protocol = async () => ({ ...(await import('@modelcontextprotocol/server')), ...(await import('./server.ts')) });
