/** Reads compose.yaml as Docker does: merged, with its variables filled in. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

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
  readonly internal?: boolean;
}

interface ComposeFile {
  readonly networks: Readonly<Record<string, Network | null>>;
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const text = readFileSync(FILE, 'utf8');
/** Networks that are not internal reach other machines. */
export const { networks } = parse(text, { merge: true }) as ComposeFile;

const VARIABLE = /\$\{[^}]*\}/g;

export interface Variable {
  readonly name: string;
  /** Undefined when Compose refuses to continue without the variable. */
  readonly default: string | undefined;
  /** Compose's message when the variable is missing. */
  readonly message: string;
}

export const variables: readonly Variable[] = (text.match(VARIABLE) ?? []).map(variableOf);

/** Parses `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. */
function variableOf(reference: string): Variable {
  const [, name = '', kind, rest = ''] = /^\$\{(\w+)(?:(:-|:\?)([^}]*))?\}$/.exec(reference) ?? [];
  return { name, default: kind === ':-' ? rest : undefined, message: kind === ':?' ? rest : '' };
}

/** `env` takes precedence over defaults. Throws when a required variable is missing. */
export function readServices(env: Readonly<Record<string, string>>): Readonly<Record<string, Service>> {
  const fill = (value: string): string =>
    value.replaceAll(VARIABLE, (reference) => {
      const { name, default: otherwise, message } = variableOf(reference);
      const filled = env[name] ?? otherwise;
      if (filled === undefined) throw new Error(`${name}: ${message}`);
      return filled;
    });
  // Variables are filled in after parsing, as Docker does, so that an empty variable is an empty string.
  const parsed = JSON.stringify(parse(text, { merge: true }));
  const filled = JSON.parse(parsed, (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  ) as ComposeFile;
  return filled.services;
}
