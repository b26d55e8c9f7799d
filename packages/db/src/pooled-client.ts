/**
 * A connection that also works behind a pooler. PgBouncer refuses a connection that asks for a `statement_timeout`, so
 * the next ones do not ask for it. The limit of the role then applies (deploy/postgres/roles.sql), beside the client's
 * own `query_timeout`.
 */
import pg from 'pg';

const PROTOCOL_VIOLATION = '08P01';
const REFUSED = /unsupported startup parameter: .*statement_timeout/;

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** The class for one pool: each pool may lead to another server. The refused connection is retried like any brief outage. */
export function pooledClient(): typeof pg.Client {
  let isRefused = false;

  function note(error: unknown): void {
    const { code, message = '' } = (error ?? {}) as { readonly code?: string; readonly message?: string };
    if (code === PROTOCOL_VIOLATION && REFUSED.test(message)) isRefused = true;
  }

  function refusing(error: unknown): never {
    note(error);
    throw error;
  }

  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(isRefused && typeof config === 'object' ? { ...config, statement_timeout: false } : config);
    }
    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | void {
      if (callback === undefined) return super.connect().catch(refusing);
      const tell = callback as (error: unknown) => void;
      super.connect((error: Error) => {
        note(error);
        tell(error);
      });
    }
  };
}
