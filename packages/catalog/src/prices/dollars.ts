/** Amounts in price texts. A text that names another amount than the charged one would be a false price. */

import { divFloor } from '@farebox/kernel';

const AMOUNT = /\$(\d+(?:\.\d+)?)/g;

/** Micro-USD as dollars, such as $0.0005 and $0.20. */
export const dollars = (micros: bigint): string => {
  const fraction = (micros % 1_000_000n).toString().padStart(6, '0');
  return `$${divFloor(micros, 1_000_000n)}.${fraction.replace(/0{1,4}$/, '')}`;
};

/** The amounts in a text. Null stands for one that is not a whole number of micro-USD. */
export const amountsIn = (text: string): readonly (bigint | null)[] =>
  Array.from(text.matchAll(AMOUNT), ([, amount]) => microsOf(amount as string));

/** The text with each amount replaced. */
export const withAmounts = (text: string, change: (micros: bigint) => bigint): string =>
  text.replaceAll(AMOUNT, (whole, amount: string) => {
    const micros = microsOf(amount);
    return micros === null ? whole : dollars(change(micros));
  });

function microsOf(amount: string): bigint | null {
  const [whole = '', fraction = ''] = amount.split('.');
  return fraction.length > 6 ? null : BigInt(whole + fraction.padEnd(6, '0'));
}
