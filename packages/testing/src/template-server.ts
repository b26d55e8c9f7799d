/**
 * Serves the single database server of a run to the suites, which run in separate processes, over loopback HTTP. POST
 * clones the migrated template and returns its URLs; DELETE /<name> drops it. Nothing starts before the first POST.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTemplate, type Template } from './template.ts';

export const TEMPLATE_SERVER = 'fareboxTemplateServer';
/** Setting of a test run: the address of a server that outlives it. */
export const LENT_TEMPLATE_SERVER = 'FAREBOX_TEST_TEMPLATE_SERVER';

export interface ProvidedTemplateServer {
  readonly [TEMPLATE_SERVER]: string;
}

export interface TemplateServer extends AsyncDisposable {
  readonly address: string;
  /** Drops every clone; the template stays. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function startTemplateServer(env: NodeJS.ProcessEnv): Promise<TemplateServer> {
  let template: Promise<Template> | undefined;
  const open = (): Promise<Template> => (template ??= openTemplate(env['FAREBOX_TEST_DATABASE_URL']));
  const server = createServer((request, response) => {
    reply(request, open).then(
      (text) => response.end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await (await template?.catch(() => undefined))?.close();
  };
  return {
    address: `http://127.0.0.1:${port}`,
    clear: async () => (await template)?.clear(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function reply({ method, url = '/' }: IncomingMessage, open: () => Promise<Template>): Promise<string> {
  const template = await open();
  if (method === 'POST') return JSON.stringify(await template.clone());
  await template.drop(url.slice(1));
  return '';
}
