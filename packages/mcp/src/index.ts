/** @farebox/mcp: Farebox for agents over the Model Context Protocol. */
export type { Api, ApiRequest } from './api.ts';
export { llmsText } from './guide.ts';
export { mcpOverHttp } from './http.ts';
export { mcpOverStdio } from './stdio.ts';
