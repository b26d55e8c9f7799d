/** The cost of a call without an outcome is asked for where the call was sent. */
import { expect, it } from 'vitest';
import { costsUnknown } from './unheard.ts';

const parameters = { provider: 'first', model: 'one', spare: { provider: 'second', model: 'two' } };
const step = {
  name: 'image-generate',
  engine: 'provider',
  operation: 'generate-image',
  parameters,
  inputs: {},
  price: { description: 'Image', unit: 'image', unitPriceMicros: '100', unitsMax: 1 },
} as const;

it.each([
  ['first', { provider: 'first', model: 'one' }],
  ['second', { provider: 'second', model: 'two' }],
  [null, { provider: 'first', model: 'one' }],
])('a call that was sent to the entry %s has its late cost asked for there', (provider, asked) => {
  const [cost] = costsUnknown({ plan: [step], open: { index: 0, provider }, inReview: true });
  expect(cost).toMatchObject({ index: 0, costMicros: 0n, basis: { ...asked, invoiceAfterSeconds: 0 } });
});
