/** Amounts are integers in millionths of a dollar, so no sum goes through a float. */

const MICROS = 6;

/** `usd('0.05')` is 50,000 micros. Throws a RangeError unless the amount is a whole number of micros and a safe integer. */
export function usd(dollars: string): number {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(dollars) ?? [];
  const micros = Number(whole + part.padEnd(MICROS, '0'));
  if (whole === '' || !Number.isSafeInteger(micros)) throw new RangeError(`not an amount in dollars: ${dollars}`);
  return micros;
}

export const isAmount = (micros: unknown): micros is number => Number.isSafeInteger(micros) && Number(micros) >= 0;

/** `0.05` for 50,000 micros: all significant digits, at least two decimals. Throws a RangeError for no amount. */
export function dollars(micros: number): string {
  if (!isAmount(micros)) throw new RangeError(`not an amount in micros: ${String(micros)}`);
  const digits = String(micros).padStart(MICROS + 1, '0');
  return `${digits.slice(0, -MICROS)}.${digits.slice(-MICROS).replace(/0{1,4}$/, '')}`;
}
