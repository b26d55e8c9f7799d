import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from './database.ts';

const SCHEMA = new URL('../../../prisma/schema.prisma', import.meta.url);
/** Tables of the migrator, without a model. */
const OF_THE_RUNNER = ['_prisma_migrations', '_schema_functions'];

const TYPES: Readonly<Record<string, string>> = {
  BigInt: 'int8',
  Boolean: 'bool',
  Bytes: 'bytea',
  DateTime: 'timestamptz',
  Float: 'float8',
  Int: 'int4',
  Json: 'jsonb',
  String: 'text',
};

/** Native types of the schema; a timestamp's precision is not part of its name. */
const NATIVE: Readonly<Record<string, string>> = { Date: 'date', Json: 'json', SmallInt: 'int2', Uuid: 'uuid' };

/** One line for each column in schema.prisma: table.column type, with `null` if it is nullable. */
function modelled(schema: string): string[] {
  return [...schema.matchAll(/^model \w+ \{(?<body>[^}]*)\n\}/gm)].flatMap(({ groups }) => {
    const body = groups?.['body'] ?? '';
    const table = /^ {2}@@map\("(\w+)"\)/m.exec(body)?.[1];
    const fields = body.matchAll(/^ {2}(?<name>\w+) +(?<type>\w+)(?<shape>\?|\[\])?(?: (?<attributes>.*))?$/gm);
    return [...fields].flatMap((field) => columnOf(field.groups ?? {}).map((column) => `${table}.${column}`));
  });
}

/** None for a relation: its column is a separate field. */
function columnOf({ name = '', type = '', shape = '', attributes = '' }: Record<string, string | undefined>): string[] {
  const scalar = NATIVE[/@db\.(\w+)\b/.exec(attributes)?.[1] ?? ''] ?? TYPES[type];
  if (scalar === undefined) return [];
  const column = /@map\("(\w+)"\)/.exec(attributes)?.[1] ?? name;
  return [`${column} ${shape === '[]' ? '_' : ''}${scalar}${shape === '?' ? ' null' : ''}`];
}

async function migrated(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(
      `SELECT table_name || '.' || column_name || ' ' || udt_name || CASE is_nullable WHEN 'YES' THEN ' null' ELSE '' END AS line
       FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL ($1)`,
      [OF_THE_RUNNER],
    );
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

test('the models match the tables of a migrated database, column by column, with type and nullability', async () => {
  await using database = await testDatabase();
  const columns = modelled(readFileSync(SCHEMA, 'utf8'));
  expect(columns.sort()).toEqual((await migrated(database.url)).sort());
});
