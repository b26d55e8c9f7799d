/**
 * The tariffs of a deployment: those of its models, as configured, and a default for each operation. The defaults are
 * prices of large services in 2025, rounded up. In any case, a customer is never charged more than the step's part of
 * the hold.
 */
import { type OperationOf, type ProviderKind, type simulatedOffersOf, TARIFF_UNITS } from '@farebox/catalog';
import type { Field } from '@farebox/kernel';
import { picosOfUsd } from '../http/usd.ts';
import type { Tariff, TariffUnit } from './tariff.ts';

/** Default tariff of each operation. */
export const DEFAULT_TARIFFS = {
  'generate-image': { unit: 'image', picoUsd: 40_000_000_000n },
  'generate-speech': { unit: 'character', picoUsd: 15_000_000n },
  transcribe: { unit: 'audio-minute', picoUsd: 6_000_000_000n },
  'predict-image': { unit: 'predict-second', picoUsd: 1_400_000_000n },
  'predict-upscale': { unit: 'predict-second', picoUsd: 1_400_000_000n },
  'predict-cutout': { unit: 'predict-second', picoUsd: 1_400_000_000n },
  'predict-video': { unit: 'predict-second', picoUsd: 1_400_000_000n },
  // A runner costs what it states.
  'run-tool': { unit: 'call', picoUsd: 0n },
} as const satisfies Readonly<Record<OperationOf<'provider'>, Tariff>>;

/** The simulator's prices, by tool. */
const SIMULATOR_TARIFFS: Readonly<Record<string, Tariff>> = {
  'image-generate': { unit: 'image', picoUsd: 10_000_000_000n },
  'speech-generate': { unit: 'character', picoUsd: 3_000_000n },
  'audio-transcribe': { unit: 'audio-minute', picoUsd: 6_000_000_000n },
  'image-stylize': { unit: 'predict-second', picoUsd: 5_000_000_000n },
  'image-remove-background': { unit: 'predict-second', picoUsd: 5_000_000_000n },
  'image-upscale': { unit: 'predict-second', picoUsd: 5_000_000_000n },
  'video-generate': { unit: 'predict-second', picoUsd: 5_000_000_000n },
};

/** Tariffs of the simulator's models. */
export const simulatedTariffs = (offers: ReturnType<typeof simulatedOffersOf>): ModelTariffs =>
  new Map(
    [...offers].flatMap(([tool, { model }]) => {
      const tariff = SIMULATOR_TARIFFS[tool.split('/', 1)[0] ?? ''];
      return tariff === undefined ? [] : [[model, tariff] as const];
    }),
  );

/** Provider's name of its model → tariff. */
export type ModelTariffs = ReadonlyMap<string, Tariff>;

export const tariffField = (provider: Uppercase<ProviderKind>): Field<ModelTariffs> => ({
  variable: `FAREBOX_${provider}_TARIFFS`,
  description: `Costs of the models of FAREBOX_${provider}_URL if the service does not report them, as the provider's name=USD/unit, separated by commas; units are ${TARIFF_UNITS.join(', ')}.`,
  defaultText: '',
  secret: false,
  parse: parseTariffs,
});

/** Throws an Error that completes "VARIABLE …". */
export function parseTariffs(value: string): ModelTariffs {
  const entries = value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const tariffs = new Map<string, Tariff>();
  for (const entry of entries) {
    const [, model = '', price = ''] = ENTRY.exec(entry) ?? [];
    const tariff = parseTariff(price);
    if (tariff === null) throw new Error(`has an entry that is not model=USD/unit: ${JSON.stringify(entry)}`);
    if (tariffs.has(model)) throw new Error(`names ${model} twice`);
    tariffs.set(model, tariff);
  }
  return tariffs;
}

/** Split at the last `=`, because a model name may contain others. */
const ENTRY = /^(\S+)=([^=]+)$/;

/** `USD/unit`; null if it is invalid. */
export function parseTariff(price: string): Tariff | null {
  const [, usd = '', unit = ''] = PRICE.exec(price) ?? [];
  const picoUsd = picosOfUsd(usd);
  return picoUsd === null || !isUnit(unit) ? null : { unit, picoUsd };
}

const PRICE = /^([^/]+)\/([a-z-]+)$/;
const isUnit = (text: string): text is TariffUnit => TARIFF_UNITS.some((unit) => unit === text);
