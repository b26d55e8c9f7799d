/** Queries the server for the columns of a statement without running it: the server parses it and describes its rows. */
import pg from 'pg';

export interface Column {
  readonly name: string;
  /** Oid of the type, as in pg_type. */
  readonly oid: number;
  /** Name of the table's column if it is nullable; unknown for an expression. */
  readonly nullable: string | undefined;
}

export interface Server extends AsyncDisposable {
  /** Rejects with the server's error if it refuses the statement. */
  readonly columnsOf: (text: string) => Promise<readonly Column[]>;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

interface Connection {
  readonly parse: (query: { readonly name: string; readonly text: string; readonly types: readonly number[] }) => void;
  readonly describe: (message: { readonly type: 'S'; readonly name: string }) => void;
  readonly sync: () => void;
}

export async function openServer(url: string): Promise<Server> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string; name: string }>(
    `SELECT attrelid || '.' || attnum AS id, attname AS name FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND attnum > 0 AND NOT attnotnull`,
  );
  const nullable = new Map(rows.map(({ id, name }) => [id, name]));
  return {
    columnsOf: async (text) =>
      (await described(client, text)).map(({ name, dataTypeID: oid, tableID, columnID }) => ({
        name,
        oid,
        nullable: nullable.get(`${tableID}.${columnID}`),
      })),
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** `Parse` and `Describe` of the protocol. pg has no method for these alone, but accepts a query that submits itself. */
const described = (client: pg.Client, text: string): Promise<readonly Field[]> =>
  new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    client.query({
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly Field[] }) => void (fields = message.fields),
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
