/** Which images run: those of the deployment, unless the environment names others, as it may for the deployment too. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const COMPOSE = resolve(import.meta.dirname, '../../../deploy/compose.yaml');

/** @param variable for example POSTGRES_IMAGE; its default is what compose.yaml says: `image: ${POSTGRES_IMAGE:-postgres:18}`. */
export function imageOf(variable: string): string {
  const given = process.env[variable];
  if (given !== undefined && given !== '') return given;
  const [, byDefault] = new RegExp(`\\$\\{${variable}:-([^}]+)\\}`).exec(readFileSync(COMPOSE, 'utf8')) ?? [];
  if (byDefault === undefined) throw new Error(`set ${variable}: deploy/compose.yaml has no default for it`);
  return byDefault;
}
