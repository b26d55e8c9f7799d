/**
 * Converts amounts between USD, as people write them, and micros (millionths), as the API counts them. The conversion
 * is exact and uses no floats.
 */
import { UsageError } from '../program/exit-codes.ts';

const DECIMALS = 6;
const AMOUNT = /^(?<sign>-?)(?<whole>\d{1,10})(?:\.(?<fraction>\d{1,6}))?$/;

/** Micros as a JSON number. Throws UsageError, which names the option or variable. */
export function microsFrom(text: string, name: string): number {
  const { sign, whole, fraction = '' } = AMOUNT.exec(text)?.groups ?? {};
  if (whole === undefined)
    throw new UsageError(`${name} must be USD with at most six decimals, such as 25 or 0.005; it is "${text}"`);
  const micros = BigInt(`${whole}${fraction.padEnd(DECIMALS, '0')}`);
  if (micros > BigInt(Number.MAX_SAFE_INTEGER))
    throw new UsageError(`${name}: ${text} USD is more than the API accepts`);
  return Number(sign === '-' ? -micros : micros);
}

/** An amount in USD with at least two decimals, and as many as it needs. */
export function usdOf(micros: number): string {
  const digits = String(Math.abs(micros)).padStart(DECIMALS + 1, '0');
  const [whole, fraction] = [digits.slice(0, -DECIMALS), digits.slice(-DECIMALS).replace(/0{1,4}$/, '')];
  return `${micros < 0 ? '-' : ''}${whole}.${fraction} USD`;
}
