/** compose.yaml as Docker would read it: merged, with its variables filled in. */
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
/** Those that are not internal lead out of this machine. */
export const { networks } = parse(text, { merge: true }) as ComposeFile;

const VARIABLE = /\$\{[^}]*\}/g;

export interface Variable {
  readonly name: string;
  /** Undefined when compose refuses to go on without it. */
  readonly default: string | undefined;
  /** What compose says when it is missing. */
  readonly message: string;
}

export const variables: readonly Variable[] = (text.match(VARIABLE) ?? []).map(variableOf);

/** `${NAME}`, `${NAME:-default}` or `${NAME:?message}`. */
function variableOf(reference: string): Variable {
  const [, name = '', kind, rest = ''] = /^\$\{(\w+)(?:(:-|:\?)([^}]*))?\}$/.exec(reference) ?? [];
  return { name, default: kind === ':-' ? rest : undefined, message: kind === ':?' ? rest : '' };
}

/** `env` wins over defaults; throws for a variable that must be set and is not. */
export function readServices(env: Readonly<Record<string, string>>): Readonly<Record<string, Service>> {
  const fill = (value: string): string =>
    value.replaceAll(VARIABLE, (reference) => {
      const { name, default: otherwise, message } = variableOf(reference);
      const filled = env[name] ?? otherwise;
      if (filled === undefined) throw new Error(`${name}: ${message}`);
      return filled;
    });
  // As Docker does it: in what was parsed, so that a variable that is empty is an empty text.
  const parsed = JSON.stringify(parse(text, { merge: true }));
  const filled = JSON.parse(parsed, (_, value: unknown) =>
    typeof value === 'string' ? fill(value) : value,
  ) as ComposeFile;
  return filled.services;
}
