/** Top-ups: payments to live projects, and play money for test projects. */
import { Type } from 'typebox';
import { closed } from '../../schemas/primitives.ts';
import { FUNDING_MAX_MICROS } from './money.ts';

/** The most play money in one top-up: 10,000 USD. */
export const TOP_UP_MAX_MICROS = 10_000_000_000;

export const TopUpRequest = Type.Object(
  {
    amountMicros: Type.Integer({ format: 'int64', minimum: 1, maximum: FUNDING_MAX_MICROS }),
    reference: Type.String({
      pattern: '^[A-Za-z0-9._:-]{1,100}$',
      maxLength: 100,
      description: 'Identifies the top-up in the project. Sending the same reference again books nothing.',
    }),
  },
  closed,
);
