/** Pace of deliveries: as fast as each endpoint accepts them, and never at the expense of another. */
import { expect, test } from 'vitest';
import { useWebhooks } from './testing/webhooks.ts';
import { sendToLoopback } from './post.ts';

const { world, keeper, told, ended } = useWebhooks();

test('an endpoint that accepts gets the next deliveries at once, a few in parallel; a failing one gets retries later', async () => {
  await told('/quick');
  await told('/failing');
  world.receiver.statuses.set('/failing', 503);
  let [underWay, most] = [0, 0];
  const webhooks = keeper(async (post) => {
    const isQuick = post.url.endsWith('/quick');
    if (isQuick) most = Math.max(most, ++underWay);
    return await sendToLoopback(post).finally(() => (underWay -= isQuick ? 1 : 0));
  });
  for (let n = 0; n < 30; n++) await ended();
  const count = (path: string) => world.receiver.received.filter((each) => each.path === path).length;
  await webhooks.run();
  await expect.poll(() => count('/quick')).toBe(30);
  await webhooks.idle();
  expect([count('/failing'), most]).toEqual([4, 4]);
});
