/** The database refuses invalid checkouts and events, whatever code writes them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  'a checkout becomes paid without its top-up': change(() => open, "status = 'paid', paid_at = now()"),
  'a checkout gets another amount': change(() => open, 'amount_micros = 10000'),
  'a checkout gets the other mode': change(() => open, 'is_live = false'),
  'a checkout gets another project': change(() => open, "project_id = 'proj_of_another'"),
  'a checkout gets another session': change(() => open, "session = 'cs_other'"),
  'a checkout gets a later expiry': change(() => open, "expires_at = now() + interval '1 day'"),
  'a checkout gets another payment': change(() => paid, "payment = 'pi_other'"),
  'a paid checkout becomes unpaid': change(() => paid, "status = 'expired', paid_at = NULL"),
  'more is taken than was refunded or disputed': change(() => paid, 'taken_micros = 1'),
  'a refund is reduced': change(() => paid, 'refunded_micros = -1'),
  'a checkout is deleted': () => `DELETE FROM checkout WHERE id = '${open.id}'`,
  'a checkout begins as paid':
    () => `INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at, status, paid_at)
    VALUES ('${fixture.projectId}', 'chk_x', 10000, true, 'x', now(), 'paid', now())`,
  'an amount with a fraction of a cent':
    () => `INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at)
    VALUES ('${fixture.projectId}', 'chk_x', 10001, true, 'x', now())`,
  'an event is changed': () => `UPDATE payment_event SET problem = NULL WHERE id = '${eventIds[0]}'`,
  'an event is deleted': () => `DELETE FROM payment_event WHERE id = '${eventIds[0]}'`,
};

describe('the database refuses that', () => {
  test.each(Object.keys(REFUSED))('%s', async (name) => {
    const all = () => fixture.sql('SELECT * FROM checkout ORDER BY id');
    const before = await all();
    await expect(fixture.sql(REFUSED[name]?.() ?? '')).rejects.toThrow(
      /stays as it was agreed|once its top-up is booked|begins without anything paid|check constraint|permission denied/,
    );
    expect(await all()).toEqual(before);
  });
});
