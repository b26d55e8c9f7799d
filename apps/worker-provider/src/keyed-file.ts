/** The provider file for this app: with the keys that it refers to, and with parsed tariffs. */
import { readFileSync } from 'node:fs';
import { type KeySource, type ProviderSpec, type ProvidersFile, providersFileOf } from '@farebox/catalog';
import type { Field } from '@farebox/kernel';
import { type ModelTariffs, parseTariff } from './tariff/tariffs.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type KeyedProvider = Omit<ProviderSpec, 'key' | 'costs'> & {
  readonly key: string;
  readonly tariffs: ModelTariffs;
};

export interface KeyedFile extends Pick<ProvidersFile, 'offers'> {
  readonly providers: readonly KeyedProvider[];
}

export function keyedFileField(env: Environment): Field<KeyedFile | undefined> {
  const field = providersFileOf(env);
  return {
    ...field,
    parse(path) {
      const file = field.parse(path);
      if (file === undefined) return undefined;
      const problems: string[] = [];
      const tell = (problem: string): void => void problems.push(problem);
      const providers = file.providers.map((spec) => keyed(spec, env, tell));
      if (problems.length > 0) throw new Error(problems.join('; '));
      return { ...file, providers };
    },
  };
}

function keyed(
  { key: location, costs, ...spec }: ProviderSpec,
  env: Environment,
  tell: (problem: string) => void,
): KeyedProvider {
  const at = `at /providers/${spec.name}`;
  const key = keyAt(location, env);
  if (key === '') tell(`${at}/key does not exist: ${setIt(location)}`);
  else if (!KEY.test(key))
    tell(`${at}/key must have no spaces, line breaks or non-ASCII characters: ${setIt(location)}`);
  const tariffs = new Map(
    [...costs].flatMap(([model, cost]) => {
      const tariff = parseTariff(cost);
      if (tariff === null) tell(`${at}/models/${model}/cost must be USD/unit, such as 0.04/image`);
      return tariff === null ? [] : [[model, tariff] as const];
    }),
  );
  return { ...spec, key, tariffs };
}

/** The key is written unchanged into a header. */
export const KEY = /^[\x21-\x7e]*$/;

const setIt = (location: KeySource): string =>
  'env' in location
    ? `set ${location.env} for the provider worker`
    : `write it into ${location.file}, which the provider worker can read`;

/** The key at this place; empty if there is none. Removes the line break that an editor adds. */
function keyAt(location: KeySource, env: Environment): string {
  if ('env' in location) return env[location.env] ?? '';
  try {
    return readFileSync(location.file, 'utf8').trimEnd();
  } catch {
    return '';
  }
}
