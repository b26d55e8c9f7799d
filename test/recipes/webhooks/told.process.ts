/**
 * Runs in a network namespace in which a public address belongs to this machine: a system as `npm start` starts it, a receiver at
 * that address, and an endpoint created as docs/webhooks.md says. Prints the webhooks that the receiver got for an execution, and
 * the response of a poll.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { runProcess } from '@farebox/testing';
import { startFrom } from '../started.ts';
import type { Message, Told } from './told.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const [, , address = '', folder = ''] = process.argv;
const PORT = 8443;
const url = `https://${address}:${PORT}/farebox`;

const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
const certify = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=receiver -addext subjectAltName=IP:${address}`;
await runProcess({ command: [...certify.split(' '), '-keyout', key, '-out', cert], stderr: 'keep' });

const messages: Message[] = [];
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url: path, headers } = request;
  messages.push({ method, path, headers, body: await text(request) });
  // The first attempt fails.
  response.writeHead(messages.length === 1 ? 503 : 204).end();
  receiver.emit('told');
}
const certificate = { key: readFileSync(key), cert: readFileSync(cert) };
const receiver = createServer(certificate, (request, response) => void take(request, response));
receiver.listen(PORT, address);
await once(receiver, 'listening');

const system = await startFrom((path) => join(ROOT, path), { NODE_EXTRA_CA_CERTS: cert });
try {
  const cli = async (...args: readonly string[]): Promise<unknown> => {
    const command = [process.execPath, join(ROOT, 'packages/cli/src/main.ts'), 'webhook', ...args];
    return JSON.parse(await runProcess({ command: [...command, '--data-dir', system.folder, '--json'] })) as unknown;
  };
  const created = (await cli('create', '--url', url)) as Told['created'];
  const { id } = await system.bought('image-resize', { source: { fileId: 'file_sample_photo' }, width: 80 });
  while (messages.length < 2) await once(receiver, 'told');
  const { data: polled } = await system.ask(`/tools/executions/${id}`);
  const inside = await cli('create', '--url', 'https://127.0.0.1:8443/').catch((error: unknown) => String(error));
  const told: Told = { created, messages, polled, inside: String(inside) };
  process.stdout.write(`${JSON.stringify(told)}\n`);
} finally {
  await system.stop();
  receiver.close();
  receiver.closeAllConnections();
}
