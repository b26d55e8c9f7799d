/** How fast endpoints are told: as fast as they take it, and none at the cost of another. */
import { expect, test } from 'vitest';
import { useWebhooks } from './testing/webhooks.ts';
import { sendToLoopback } from './post.ts';

const { world, keeper, told, ended } = useWebhooks();

test('who takes what it is told is told the next at once, a few at a time; who fails is asked again later', async () => {
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
