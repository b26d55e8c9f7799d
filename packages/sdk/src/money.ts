/** Amounts are integers of a millionth of a dollar. A fraction of one does not exist, and a sum never goes through a float. */

const MICROS = 6;

/** `usd('0.05')` is 50,000 micros. Throws a RangeError on anything that is not a whole number of micros within what an integer holds. */
export function usd(dollars: string): number {
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(dollars) ?? [];
  const micros = Number(whole + part.padEnd(MICROS, '0'));
  if (whole === '' || !Number.isSafeInteger(micros)) throw new RangeError(`not an amount of dollars: ${dollars}`);
  return micros;
}

/** `0.05` for 50,000 micros: all digits that are there, two at least. */
export function dollars(micros: number): string {
  const digits = String(micros).padStart(MICROS + 1, '0');
  return `${digits.slice(0, -MICROS)}.${digits.slice(-MICROS).replace(/0{1,4}$/, '')}`;
}
