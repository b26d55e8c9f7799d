/** The restrictions that compose.yaml sets for a service, as options of `docker run`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';

const DEPLOY = resolve(import.meta.dirname, '../../../deploy');

interface Service {
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly tmpfs: readonly string[];
  readonly security_opt: readonly string[];
}

export function confinementOf(name: string): string[] {
  const { read_only: isReadOnly, cap_drop: capabilities, tmpfs } = serviceOf(name);
  return [
    `--read-only=${isReadOnly}`,
    ...capabilities.map((capability) => `--cap-drop=${capability}`),
    ...tmpfs.map((mount) => `--tmpfs=${mount}`),
    ...securityOptionsOf(name).map((option) => `--security-opt=${option}`),
  ];
}

/** As Compose passes them to the engine: the path of a filter is relative to the file. */
export const securityOptionsOf = (name: string): string[] =>
  serviceOf(name).security_opt.map((option) => option.replace('seccomp=./', `seccomp=${DEPLOY}/`));

function serviceOf(name: string): Service {
  const text = readFileSync(resolve(DEPLOY, 'compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  return services[name]!;
}
