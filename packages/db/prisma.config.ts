/** Tells the Prisma CLI where the schema, the migrations and, for commands that need one, the database are. */
import { defineConfig } from 'prisma/config';

export default defineConfig({
  schema: '../../prisma/schema.prisma',
  migrations: { path: '../../prisma/migrations' },
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
});
