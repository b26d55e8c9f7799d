/** Chooses the images: those of the deployment, unless the environment names others. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const COMPOSE = resolve(import.meta.dirname, '../../../deploy/compose.yaml');

export function imageOf(variable: string): string {
  const given = process.env[variable];
  return given === undefined || given === '' ? defaultImage(variable) : given;
}

/** Reads the default of compose.yaml: `image: ${POSTGRES_IMAGE:-postgres:18}`. Throws when there is none. */
export function defaultImage(variable: string): string {
  const [, image] = new RegExp(`\\$\\{${variable}:-([^}]+)\\}`).exec(readFileSync(COMPOSE, 'utf8')) ?? [];
  if (image === undefined) throw new Error(`set ${variable}: deploy/compose.yaml has no default for it`);
  return image;
}
