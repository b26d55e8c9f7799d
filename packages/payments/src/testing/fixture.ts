/** For tests: a database with a live project, a local Stripe server, and opened checkouts. */
import { type Database, Prisma } from '@farebox/db';
import { createOrganization, createProject } from '@farebox/identity';
import { readUsage } from '@farebox/ledger';
import { openTestDatabase, testDatabase } from '@farebox/testing';
import type { PaymentEvent, PaymentProvider } from '../provider.ts';
import { createStripe } from '../stripe/stripe.ts';
import { type Checkout, findCheckout, insertCheckout, keepSession } from '../store/checkouts.ts';
import { eventOf } from '../stripe/event.ts';
import { startStripe, type StripeEvent, type StripeSession, type TestStripe } from './stripe.ts';

export interface Fixture extends AsyncDisposable {
  /** With the database role of the apps. */
  readonly database: Database;
  readonly stripe: TestStripe;
  readonly provider: PaymentProvider;
  readonly projectId: string;
  readonly open: (amountMicros?: bigint) => Promise<{ readonly checkout: Checkout; readonly session: StripeSession }>;
  readonly find: (checkout: Checkout) => Promise<Checkout>;
  readonly availableMicros: () => Promise<bigint>;
  readonly sql: <Row = Record<string, unknown>>(statement: string) => Promise<Row[]>;
}

export async function openFixture(): Promise<Fixture> {
  const test = await testDatabase();
  const database = openTestDatabase({ url: test.appUrl, poolMax: 12, applicationName: 'test' });
  const stripe = await startStripe();
  const provider = createStripe({
    key: stripe.key,
    apiUrl: new URL(stripe.url),
    returnUrl: new URL('https://shop.example/balance'),
    webhookSecrets: [stripe.secret],
  });
  const organizationId = await createOrganization(database, 'Test');
  const projectId = await createProject(database, { organizationId, name: 'Test' });
  const find = async ({ id }: Pick<Checkout, 'id'>): Promise<Checkout> => {
    const found = await findCheckout(database, { projectId, id });
    if (found === null) throw new Error(`no checkout ${id}`);
    return found;
  };
  return {
    database,
    stripe,
    provider,
    projectId,
    find,
    open: async (amountMicros = 25_000_000n) => {
      const order = { projectId, amountMicros, isLive: true, openedBy: 'ann' };
      const id = await database.transaction((transaction) => insertCheckout(transaction, order));
      await keepSession(database, { projectId, id }, await provider.open(await find({ id })));
      const session = stripe.sessions.find(({ client_reference_id: name }) => name === id);
      if (session === undefined) throw new Error('Stripe has no such session');
      return { checkout: await find({ id }), session };
    },
    availableMicros: async () => (await readUsage(database, projectId)).availableMicros,
    sql: <Row>(statement: string) => database.rows<Row>(Prisma.raw(statement)),
    [Symbol.asyncDispose]: async () => {
      await stripe[Symbol.asyncDispose]();
      await database.close();
      await test.drop();
    },
  };
}

/** The event as the adapter reads it from a delivery. */
export function told(event: StripeEvent): PaymentEvent {
  const read = eventOf(JSON.parse(JSON.stringify(event)));
  if (read === null) throw new Error(`${event.type} says nothing`);
  return read;
}
