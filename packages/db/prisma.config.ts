/** Where the Prisma CLI finds schema, migrations and, for the commands that need one, the database. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: '../../prisma/schema.prisma',
  migrations: { path: '../../prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
