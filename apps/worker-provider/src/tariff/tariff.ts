/**
 * What a provider's call costs where the provider does not say it: a price a unit, times what the call used. Pure, without a float, and
 * never above what the service could bill by that price: fractions are the customer's gain.
 */
import type { TARIFF_UNITS } from '@farebox/catalog';
import { type Micros, divFloor, micros } from '@farebox/kernel';

/** `call`: flat, for each call that ran. `predict-second`: of the machine time that the provider states. */
export type TariffUnit = (typeof TARIFF_UNITS)[number];

export interface Tariff {
  readonly unit: TariffUnit;
  /** Of 10⁻¹² USD: a character costs less than a micro. */
  readonly picoUsd: bigint;
}

/** What one call asks for, in millionths: of a piece, of a character, of a second. */
export interface Usage {
  readonly images?: bigint;
  readonly characters?: bigint;
  readonly audioSeconds?: bigint;
  readonly outputSeconds?: bigint;
}

/** How far a call came. `none`: the provider took nothing of it. */
export type Work = 'none' | 'all' | 'cancelled' | 'failed';

export interface Ran {
  readonly work: Work;
  /** Machine time in millionths of a second: as stated, else as it was seen from here. */
  readonly seconds: bigint;
}

const MILLION = 1_000_000n;
/** More than any call costs; the step's part of the hold is far below it. */
const MICROS_MAX = 10n ** 18n;

export const ONE = MILLION;

/** Null where the call uses nothing that this tariff prices. */
export function derivedCost({ unit, picoUsd }: Tariff, usage: Usage, ran: Ran): Micros | null {
  const quantity = quantityOf(unit, usage, ran);
  if (quantity === null) return null;
  const perUnit = unit === 'audio-minute' ? 60n * MILLION : MILLION;
  const amount = divFloor(picoUsd * quantity, perUnit * MILLION);
  return micros(amount < MICROS_MAX ? amount : MICROS_MAX);
}

/** Pieces are due when they were made, or their making was cut off; a failure by itself has made none. Time is due whenever it passed. */
function quantityOf(unit: TariffUnit, usage: Usage, { work, seconds }: Ran): bigint | null {
  if (work === 'none') return 0n;
  if (unit === 'predict-second') return seconds;
  if (work === 'cancelled' && seconds === 0n) return 0n;
  if (unit === 'call') return ONE;
  const asked = askedOf(unit, usage);
  return asked !== null && work === 'failed' ? 0n : asked;
}

function askedOf(unit: Exclude<TariffUnit, 'call' | 'predict-second'>, usage: Usage): bigint | null {
  const { images = null, characters = null, audioSeconds = null, outputSeconds = null } = usage;
  return { image: images, character: characters, 'audio-minute': audioSeconds, 'output-second': outputSeconds }[unit];
}
