/** The JavaScript type that each driver returns for a PostgreSQL type, as this repository configures the drivers. */
import pg from 'pg';

export type Kind = 'bigint' | 'boolean' | 'bytes' | 'date' | 'decimal' | 'json' | 'number' | 'string';
/** A list for an array of the type. */
export type Delivered = Kind | readonly [Kind];

const { builtins: type } = pg.types;

/** Types as @prisma/adapter-pg names them to Prisma, and Prisma decodes them. */
const BY_PRISMA: Readonly<Record<number, Kind>> = {
  [type.BOOL]: 'boolean',
  [type.INT2]: 'number',
  [type.INT4]: 'number',
  [type.INT8]: 'bigint',
  [type.FLOAT8]: 'number',
  [type.NUMERIC]: 'decimal',
  [type.TEXT]: 'string',
  [type.VARCHAR]: 'string',
  [type.UUID]: 'string',
  [type.DATE]: 'date',
  [type.TIMESTAMPTZ]: 'date',
  [type.JSON]: 'json',
  [type.JSONB]: 'json',
  [type.BYTEA]: 'bytes',
};

/** Types as pg's default parsers return them, which this project does not change. Unknown types stay the server's text. */
const BY_PG: Readonly<Record<number, Kind>> = {
  ...BY_PRISMA,
  [type.INT8]: 'string',
  [type.NUMERIC]: 'string',
  [type.OID]: 'number',
};

/** Array type → type of its elements. */
const ELEMENTS: Readonly<Record<number, number>> = {
  1000: type.BOOL,
  1005: type.INT2,
  1007: type.INT4,
  1016: type.INT8,
  1009: type.TEXT,
  1015: type.VARCHAR,
  1022: type.FLOAT8,
  1231: type.NUMERIC,
  1182: type.DATE,
  1185: type.TIMESTAMPTZ,
  199: type.JSON,
  3807: type.JSONB,
  1001: type.BYTEA,
  2951: type.UUID,
};

/** Undefined for an unknown type, which must be added here or cast. */
export function deliveredBy(driver: 'prisma' | 'pg', oid: number): Delivered | undefined {
  const kinds = driver === 'prisma' ? BY_PRISMA : BY_PG;
  const element = ELEMENTS[oid];
  if (element === undefined) return kinds[oid];
  const kind = kinds[element];
  return kind && [kind];
}
