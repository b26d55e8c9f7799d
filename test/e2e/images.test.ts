/** Where an engine can pull images, the suite uses those of a deployment. */
import { expect, test } from 'vitest';
import { defaultImage } from './system/images.ts';

test.each(['POSTGRES_IMAGE', 'REDIS_IMAGE', 'MINIO_IMAGE'])(
  '%s has a default: the image of the deployment, with its tag',
  (variable) => {
    expect(defaultImage(variable)).toMatch(/^[a-z0-9./-]+:[\w.-]+$/);
  },
);

test('an image without a default is refused with the name of its variable', () => {
  expect(() => defaultImage('NO_SUCH_IMAGE')).toThrow('set NO_SUCH_IMAGE');
});
