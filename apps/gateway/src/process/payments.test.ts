/**
 * Two gateways as processes: both receive the same payment event at once, and one of them dies after its commit and before
 * its response.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createOrganization, createProject, issueLocalSession } from '@farebox/identity';
import { readUsage } from '@farebox/ledger';
import { startStripe, type StripeEvent, type StripeSession } from '@farebox/payments/testing';
import { openTestDatabase, startApps, testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { environmentFor, freePort } from '../testing/gateway.fixture.ts';

const SECRET = 'a-session-secret-of-32-characters!';

/** Kills the process that reaches the failpoint while `isArmed`; lets all others continue. */
async function startKiller() {
  const killer = { isArmed: false, killed: 0 };
  const server = createServer((request, response) => {
    void (async () => {
      const { name, pid } = (await json(request)) as { readonly name: string; readonly pid: number };
      if (killer.isArmed && name === 'gateway.payment.after') {
        killer.killed++;
        process.kill(pid, 'SIGKILL');
      }
      response.end();
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(killer, { url, close: () => (server.close(), server.closeAllConnections()) });
}

test('two gateways book a payment once, although one dies after its commit', async () => {
  await using server = await testDatabase();
  await using stripe = await startStripe();
  const killer = await startKiller();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-payments-'));
  const { FAREBOX_PORT: _, FAREBOX_METRICS_PORT: _metrics, ...env } = await environmentFor(server.appUrl, directory);
  const ports = {
    operator: [await freePort(), await freePort()],
    stripe: [await freePort(), await freePort()],
  } as const;
  const ofGateway = (n: 0 | 1) => ({
    FAREBOX_OPERATOR_PORT: String(ports.operator[n]),
    FAREBOX_STRIPE_PORT: String(ports.stripe[n]),
  });
  const database = openTestDatabase({ url: server.url, poolMax: 2, applicationName: 'payments-test' });
  const shared = { ...env, ...stripe.settings, FAREBOX_SESSION_SECRET: SECRET, FAREBOX_FAILPOINT_URL: killer.url };
  const apps = await startApps({
    directory,
    env: shared,
    gateways: { one: ofGateway(0), two: ofGateway(1) },
    imageWorkers: 0,
    keepers: 0,
  });
  try {
    const projectId = await createProject(database, {
      organizationId: await createOrganization(database, 'Org'),
      name: 'Shop',
    });
    const available = async () => (await readUsage(database, projectId)).availableMicros;
    const issuer = { secret: SECRET, audience: 'farebox' };
    const token = await issueLocalSession(issuer, { subject: 'olga', ttlSeconds: 600, isOperator: true });
    const open = async (n: 0 | 1): Promise<StripeSession> => {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': randomUUID(),
        'Content-Type': 'application/json',
      };
      const url = `http://127.0.0.1:${ports.operator[n]}/projects/${projectId}/checkouts`;
      const response = await fetch(url, { method: 'POST', headers, body: '{"amountMicros": 5000000}' });
      expect(response.status).toBe(200);
      return stripe.sessions.at(-1) as StripeSession;
    };
    const to = (n: 0 | 1) => `http://127.0.0.1:${ports.stripe[n]}/webhooks/stripe`;

    const paid = stripe.pay(await open(0));
    const told = [paid, stripe.again(paid), paid, stripe.again(paid)];
    // Retries until the event is accepted, as Stripe does.
    const taken = async ([n, event]: readonly [0 | 1, StripeEvent]): Promise<void> => {
      await expect.poll(async () => (await stripe.deliver(to(n), event)).status, { timeout: 60_000 }).toBe(200);
    };
    await Promise.all(told.flatMap((event) => [taken([0, event]), taken([1, event])]));
    expect(await available()).toBe(5_000_000n);

    const second = stripe.pay(await open(1));
    killer.isArmed = true;
    await expect(stripe.deliver(to(0), second)).rejects.toThrow('fetch failed');
    killer.isArmed = false;
    expect(killer.killed).toBe(1);
    expect(await available()).toBe(10_000_000n);
    const again = await stripe.deliver(to(1), second);
    expect([again.status, await again.json()]).toMatchObject([200, { data: { outcome: 'repeated' } }]);
    expect(await available()).toBe(10_000_000n);
  } finally {
    await apps.stop();
    await database.close();
    killer.close();
    await rm(directory, { recursive: true });
  }
});
