/**
 * vitest's globalSetup: one database server for the whole run. It starts for the first suite that needs it and stops at
 * the end. Several runs may also share an external one.
 */
import type { TestProject } from 'vitest/node';
import { LENT_TEMPLATE_SERVER, startTemplateServer, TEMPLATE_SERVER } from './template-server.ts';

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const lent = process.env[LENT_TEMPLATE_SERVER];
  if (lent !== undefined) {
    project.provide(TEMPLATE_SERVER, lent);
    return undefined;
  }
  const server = await startTemplateServer(process.env);
  project.provide(TEMPLATE_SERVER, server.address);
  return () => server.close();
}
