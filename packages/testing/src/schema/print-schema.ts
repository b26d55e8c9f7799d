/** Prints prisma/schema.sql, from a database that is migrated for it. */
import { openTemplate } from '../template.ts';
import { describeSchema } from './describe-schema.ts';

const template = await openTemplate(undefined);
try {
  const { url } = await template.clone();
  process.stdout.write(await describeSchema(url));
} finally {
  await template.close();
}
