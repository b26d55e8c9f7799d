/** Starts a real Alertmanager with the repository's own configuration, whose receivers send to this process. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { freePort } from '@farebox/embedded';
import { findProgram, respondsOk, startProgram } from '@farebox/testing';
import { parse, stringify } from 'yaml';

export const CONFIG = resolve(import.meta.dirname, '../../../deploy/alertmanager/alertmanager.yml');
const READY_TIMEOUT_MS = 45_000;

export interface Alertmanager extends AsyncDisposable {
  /** Host and port. */
  readonly address: string;
  /** `receiver alert` of each notification so far. */
  readonly received: ReadonlySet<string>;
}

interface Notification {
  readonly receiver: string;
  readonly alerts: readonly { readonly labels: { readonly alertname: string } }[];
}

/** Returns null and prints one line when Alertmanager is not installed. */
export async function startAlertmanager(directory: string): Promise<Alertmanager | null> {
  const program = findProgram('prometheus-alertmanager', 'install the package prometheus-alertmanager.');
  if (program === null) return null;
  const received = new Set<string>();
  const people = createServer((request, response) => {
    void json(request).then((body) => {
      const { receiver, alerts } = body as Notification;
      for (const { labels } of alerts) received.add(`${receiver} ${labels.alertname}`);
      response.end();
    });
  });
  people.listen({ host: '127.0.0.1', port: 0 });
  await once(people, 'listening');
  const data = mkdtempSync(join(directory, 'alertmanager-'));
  const config = join(data, 'alertmanager.yml');
  writeFileSync(config, withReceivers(`http://127.0.0.1:${(people.address() as AddressInfo).port}/`));
  const address = `127.0.0.1:${await freePort()}`;
  const options = [
    `--config.file=${config}`,
    `--storage.path=${data}/alerts`,
    `--web.listen-address=${address}`,
    '--cluster.listen-address=',
  ];
  const running = startProgram({ name: 'alertmanager', directory, command: [program, ...options] });
  await running.ready(respondsOk(`http://${address}/-/ready`), READY_TIMEOUT_MS);
  const stop = async (): Promise<void> => {
    await running.stop();
    people.close();
  };
  return { address, received, [Symbol.asyncDispose]: stop };
}

/** Keeps the routes, and lets each receiver send to this process. */
function withReceivers(url: string): string {
  const config = parse(readFileSync(CONFIG, 'utf8')) as { readonly receivers: readonly object[] };
  const receivers = config.receivers.map((receiver) => ({ ...receiver, webhook_configs: [{ url }] }));
  return stringify({ ...config, receivers });
}
