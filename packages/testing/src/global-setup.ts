/**
 * vitest's globalSetup: one database server for the whole run, started by the first suite that asks, gone at its end; or the one that somebody lends
 * to several runs.
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
