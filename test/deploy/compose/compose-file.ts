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
  readonly build?: { readonly context: string; readonly dockerfile: string };
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const text = readFileSync(FILE, 'utf8');
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
  const filled = text.replaceAll(VARIABLE, (reference) => {
    const { name, default: otherwise, message } = variableOf(reference);
    const value = env[name] ?? otherwise;
    if (value === undefined) throw new Error(`${name}: ${message}`);
    return value;
  });
  return (parse(filled, { merge: true }) as ComposeFile).services;
}
