import { expect, test } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { confirmed, isFinal } from './confirm.ts';

const asked = (answers: string[] | undefined, yes = false) =>
  confirmed('Revoke a key (key_1)?', { yes }, recordingContext({}, answers));

test('only a full yes confirms; without a terminal, only --yes does', async () => {
  await expect(asked(['yes'])).resolves.toBeUndefined();
  await expect(asked([' YES '])).resolves.toBeUndefined();
  for (const typed of ['', 'y', 'no', 'yes please'])
    await expect(asked([typed]), typed).rejects.toMatchObject({ exit: 'unconfirmed' });
  await expect(asked(undefined)).rejects.toMatchObject({ exit: 'unconfirmed' });
  await expect(asked(undefined, true)).resolves.toBeUndefined();
});

test('acts that end, spend or decide something ask first, and acts that only add something do not', () => {
  expect(
    ['key.revoke', 'member.remove', 'price.publish_terms', 'proposal.decline', 'review.resolve'].map(isFinal),
  ).not.toContain(false);
  expect(['key.issue', 'member.add', 'balance.top_up', undefined].map(isFinal)).not.toContain(true);
});
