/** A webhook secret outlives the URL secret that encrypted it, if both were listed for a while. */
import { createSeal } from '@farebox/storage';
import { expect, test } from 'vitest';
import { newId } from '@farebox/kernel';
import { testDatabase } from '@farebox/testing';
import { openDatabase } from '@farebox/db';
import { createOrganization, createProject } from '@farebox/identity';
import { insertEndpoint, renewSecrets, rotateSecret, WEBHOOK_SECRETS } from '@farebox/webhooks';

const [OLD, NEW] = ['old-secret'.repeat(4), 'new-secret'.repeat(4)];
const sealOf = (secrets: string) => createSeal(secrets, WEBHOOK_SECRETS);

test('every secret of an endpoint is encrypted again under the first URL secret, and opens without the old one', async () => {
  await using server = await testDatabase();
  const database = openDatabase({ url: server.appUrl, poolMax: 2, applicationName: 'test' });
  const organizationId = await createOrganization(database, 'Renewed');
  const projectId = await createProject(database, { organizationId, name: 'Renewed' });
  const seal = (text: string): string => sealOf(OLD).seal(text);
  const endpoint = {
    projectId,
    url: 'https://shop.example',
    events: ['execution.failed'],
    sealedSecret: seal('first'),
  };
  const made = await database.transaction((transaction) => insertEndpoint(transaction, endpoint));
  const webhookId = made?.id ?? newId('webhook');
  const change = { sealedSecret: seal('second'), overlapHours: 24 };
  await database.transaction((transaction) => rotateSecret(transaction, { projectId, webhookId }, change));
  const { renew } = sealOf(`${NEW},${OLD}`);
  expect(await renewSecrets(database, renew)).toBe(1);
  const [row] = await database.prisma.$queryRaw<{ secret: string; previous_secret: string }[]>`
    SELECT secret, previous_secret FROM webhook_endpoint`;
  expect([row?.secret, row?.previous_secret].map((each) => sealOf(NEW).open(each ?? ''))).toEqual(['second', 'first']);
  expect(await renewSecrets(database, renew)).toBe(0);
  expect(await renewSecrets(database, sealOf('another-secret'.repeat(4)).renew)).toBe(0);
  await database.close();
});
