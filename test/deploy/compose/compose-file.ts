/** Reads compose.yaml as Docker does: merged, with its variables filled in. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { filled, referencesIn } from './variables.ts';

export const FILE = resolve(import.meta.dirname, '../../../deploy/compose.yaml');

export interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly user?: string;
  readonly privileged?: boolean;
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly mem_limit?: string;
  readonly logging?: { readonly driver: string; readonly options: Readonly<Record<string, string>> };
  readonly stop_grace_period?: string;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly deploy?: { readonly replicas: number };
  readonly build?: {
    readonly context: string;
    readonly dockerfile: string;
    readonly args?: Readonly<Record<string, string>>;
  };
}

interface Network {
  /** A text, because it has a variable. */
  readonly internal?: boolean | string;
}

interface ComposeFile {
  readonly networks: Readonly<Record<string, Network | null>>;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const text = readFileSync(FILE, 'utf8');
const parsed: unknown = parse(text, { merge: true });

export interface Variable {
  readonly name: string;
  /** Undefined when Compose refuses to continue without the variable. */
  readonly default: string | undefined;
  /** Compose's message when the variable is missing. */
  readonly message: string;
}

export const variables: readonly Variable[] = referencesIn(text).map(({ name, kind, rest }) => ({
  name,
  default: kind === ':?' ? undefined : rest,
  message: kind === ':?' ? rest : '',
}));

type Values = Readonly<Record<string, string>>;

/** `env` takes precedence over defaults. Throws when a required variable is missing. */
export const readServices = (env: Values): ComposeFile['services'] => filledIn(env).services;

/** Networks that are not internal reach other machines. */
export const readNetworks = (env: Values): ComposeFile['networks'] => filledIn(env).networks;

/** Variables are filled in after parsing, as Docker does, so that an empty variable is an empty string. */
const filledIn = (env: Values): ComposeFile =>
  JSON.parse(JSON.stringify(parsed), (_, value: unknown) =>
    typeof value === 'string' ? filled(value, env) : value,
  ) as ComposeFile;
