/**
 * Cost of a call if the provider does not report it: a price per unit times the usage. Pure, without floats, and never
 * above the service's bill at that price: the customer gains fractions.
 */
import type { TARIFF_UNITS } from '@farebox/catalog';
import { type Micros, divFloor, micros } from '@farebox/kernel';

/** `call`: flat, for each call that ran. `predict-second`: per second of machine time that the provider states. */
export type TariffUnit = (typeof TARIFF_UNITS)[number];

export interface Tariff {
  readonly unit: TariffUnit;
  /** Price per unit in 10⁻¹² USD, because a character costs less than a micro. */
  readonly picoUsd: bigint;
}

/** Usage of one call, in millionths of a piece, of a character, or of a second. */
export interface Usage {
  readonly images?: bigint;
  readonly characters?: bigint;
  readonly audioSeconds?: bigint;
  readonly outputSeconds?: bigint;
}

/** How far a call came. `none`: the provider did no billable work. */
export type Work = 'none' | 'all' | 'cancelled' | 'failed';

export interface Ran {
  readonly work: Work;
  /** Machine time in microseconds: as stated, else as observed from here. */
  readonly seconds: bigint;
}

const MILLION = 1_000_000n;
/** More than any call costs; the step's part of the hold is far below it. */
const MICROS_MAX = 10n ** 18n;

export const ONE = MILLION;

/** Null if the call uses nothing that this tariff prices. */
export function derivedCost({ unit, picoUsd }: Tariff, usage: Usage, ran: Ran): Micros | null {
  const quantity = quantityOf(unit, usage, ran);
  if (quantity === null) return null;
  const perUnit = unit === 'audio-minute' ? 60n * MILLION : MILLION;
  const amount = divFloor(picoUsd * quantity, perUnit * MILLION);
  return micros(amount < MICROS_MAX ? amount : MICROS_MAX);
}

/** Pieces are due if they were made, or if their making was interrupted; a failure has made none. Time is always due. */
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
