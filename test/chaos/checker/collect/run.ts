/** The record of a run: addresses, times and customers. The checker takes nothing else from the suite. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Run {
  readonly databaseUrl: string;
  readonly gatewayUrls: readonly string[];
  readonly store:
    | {
        readonly kind: 's3';
        readonly port: number;
        readonly accessKey: string;
        readonly secretKey: string;
        readonly bucket: string;
      }
    | { readonly kind: 'disk'; readonly directory: string };
  readonly costLog: string;
  /** Book of the runner of own tools; null if the run had none. */
  readonly runnerBook: string | null;
  /** Number of lines in the cost log that belong to an earlier system. */
  readonly costsFrom: number;
  readonly customers: readonly { readonly projectId: string; readonly tokens: readonly string[] }[];
  /** Addresses of the operator API, and a session of an operator. */
  readonly operators?: { readonly urls: readonly string[]; readonly token: string };
  readonly logs: string;
  readonly secrets: Readonly<Record<string, readonly string[]>>;
}

export const readRun = (directory: string): Run => JSON.parse(readFileSync(join(directory, 'run.json'), 'utf8')) as Run;
