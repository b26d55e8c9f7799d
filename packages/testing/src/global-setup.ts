/** vitest's globalSetup: one database server for the whole run, started by the first suite that asks, gone at its end. */
import type { TestProject } from 'vitest/node';
import { startTemplateServer, TEMPLATE_SERVER } from './template-server.ts';

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemplateServer(process.env);
  project.provide(TEMPLATE_SERVER, server.address);
  return () => server.close();
}
