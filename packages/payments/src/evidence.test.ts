/** What the database refuses of checkouts and events, whoever writes it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fixture, openFixture, told } from './testing/fixture.ts';
import { applyPayment } from './apply.ts';
import type { Checkout } from './store/checkouts.ts';

let fixture: Fixture;
let open: Checkout;
let paid: Checkout;
const eventIds: string[] = [];

beforeAll(async () => {
  fixture = await openFixture();
  open = (await fixture.open()).checkout;
  const other = await fixture.open();
  const event = fixture.stripe.pay(other.session);
  eventIds.push(event.id);
  await applyPayment(fixture.database, told(event), true);
  paid = await fixture.find(other.checkout);
});
afterAll(async () => await fixture[Symbol.asyncDispose]());

const change = (of: () => Checkout, set: string) => () => `UPDATE checkout SET ${set} WHERE id = '${of().id}'`;

const REFUSED: Readonly<Record<string, () => string>> = {
  'paid without its top-up': change(() => open, "status = 'paid', paid_at = now()"),
  'another amount': change(() => open, 'amount_micros = 10000'),
  'the other mode': change(() => open, 'is_live = false'),
  'another project': change(() => open, "project_id = 'proj_of_another'"),
  'another session': change(() => open, "session = 'cs_other'"),
  'a later end': change(() => open, "expires_at = now() + interval '1 day'"),
  'another payment': change(() => paid, "payment = 'pi_other'"),
  'paid no longer': change(() => paid, "status = 'expired', paid_at = NULL"),
  'more taken than was taken back': change(() => paid, 'taken_micros = 1'),
  'a refund that is taken back': change(() => paid, 'refunded_micros = -1'),
  removed: () => `DELETE FROM checkout WHERE id = '${open.id}'`,
  'begun as paid':
    () => `INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at, status, paid_at)
    VALUES ('${fixture.projectId}', 'chk_x', 10000, true, 'x', now(), 'paid', now())`,
  'a part of a cent': () => `INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at)
    VALUES ('${fixture.projectId}', 'chk_x', 10001, true, 'x', now())`,
  'an event changed': () => `UPDATE payment_event SET problem = NULL WHERE id = '${eventIds[0]}'`,
  'an event removed': () => `DELETE FROM payment_event WHERE id = '${eventIds[0]}'`,
};

test.each(Object.keys(REFUSED))('%s', async (name) => {
  const all = () => fixture.sql('SELECT * FROM checkout ORDER BY id');
  const before = await all();
  await expect(fixture.sql(REFUSED[name]?.() ?? '')).rejects.toThrow(
    /stays as it was agreed|once its top-up is booked|begins without anything paid|check constraint|permission denied/,
  );
  expect(await all()).toEqual(before);
});
