/**
 * The MCP server over streamable HTTP, without sessions. Each request gets its own server instance, which speaks the current protocol revision
 * and those of 2025. The caller has already checked the key and read the body; this file checks only the origin of browser requests.
 */
import type { McpOptions } from './server.ts';
import { withArguments } from './understood.ts';

export interface McpOverHttp {
  /** @param body the parsed body of a POST; `request` itself has none. */
  readonly respond: (request: Request, body: unknown, options: McpOptions) => Promise<Response>;
}

/** @param publicHost the hostname that clients use. Other origins are refused, which prevents DNS rebinding to a loopback address. */
export function mcpOverHttp(publicHost: string): McpOverHttp {
  return {
    async respond(request, body, options) {
      const { createMcpHandler, createMcpServer, localhostAllowedHostnames, originValidationResponse } =
        await protocol();
      const loopback = localhostAllowedHostnames();
      const allowed = loopback.includes(publicHost) ? loopback : [publicHost];
      const refused = originValidationResponse(request, allowed);
      if (refused !== undefined) return refused;
      // The server lives for one request, so it sends no change notifications and accepts no subscriptions.
      const handler = createMcpHandler((context) => createMcpServer(options, context), { maxSubscriptions: 0 });
      return handler.fetch(request, { parsedBody: withArguments(body) });
    },
  };
}

/** Imported at the first request: a gateway without MCP clients saves 15 MB of memory. */
const protocol = async () => ({ ...(await import('@modelcontextprotocol/server')), ...(await import('./server.ts')) });
