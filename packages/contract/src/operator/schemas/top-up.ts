/** Top-ups: payments of live projects, play money of test projects. */
import { Type } from 'typebox';
import { closed } from '../../schemas/primitives.ts';
import { FUNDING_MAX_MICROS } from './money.ts';

/** Play money at once: 10,000 USD. */
export const TOP_UP_MAX_MICROS = 10_000_000_000;

export const TopUpRequest = Type.Object(
  {
    amountMicros: Type.Integer({ format: 'int64', minimum: 1, maximum: FUNDING_MAX_MICROS }),
    reference: Type.String({
      pattern: '^[A-Za-z0-9._:-]{1,100}$',
      maxLength: 100,
      description: 'The same again books nothing.',
    }),
  },
  closed,
);
