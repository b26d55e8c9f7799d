/** The file of providers as this app needs it: with the keys that it points to, and tariffs in place of written costs. */
import { readFileSync } from 'node:fs';
import { type KeyPlace, type ProviderSpec, type ProvidersFile, providersFileOf } from '@farebox/catalog';
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
  { key: place, costs, ...spec }: ProviderSpec,
  env: Environment,
  tell: (problem: string) => void,
): KeyedProvider {
  const at = `at /providers/${spec.name}`;
  const key = keyAt(place, env);
  if (key === '') tell(`${at}/key is not there: ${setIt(place)}`);
  else if (!KEY.test(key)) tell(`${at}/key must have no spaces, line ends or letters beyond ASCII: ${setIt(place)}`);
  const tariffs = new Map(
    [...costs].flatMap(([model, cost]) => {
      const tariff = parseTariff(cost);
      if (tariff === null) tell(`${at}/models/${model}/cost must be USD/unit, such as 0.04/image`);
      return tariff === null ? [] : [[model, tariff] as const];
    }),
  );
  return { ...spec, key, tariffs };
}

/** It goes into a header as it is. */
export const KEY = /^[\x21-\x7e]*$/;

const setIt = (place: KeyPlace): string =>
  'env' in place
    ? `set ${place.env} for the provider worker`
    : `write it into ${place.file}, which the provider worker can read`;

/** Empty where there is none. An editor ends a file with a line end. */
function keyAt(place: KeyPlace, env: Environment): string {
  if ('env' in place) return env[place.env] ?? '';
  try {
    return readFileSync(place.file, 'utf8').trimEnd();
  } catch {
    return '';
  }
}
