/** Prices of tools as data: a grammar, its highest price, and the quote of a call. Pure; opens nothing. */
export { filesAt } from './call/files-at.ts';
export type { Call, KnownFile } from './call/values-of-call.ts';
export { createProblems, type Problems } from './check/problems.ts';
export { checkMembers, isObject } from './check/shape.ts';
export { measureCall } from './measure.ts';
export { below, ELEMENT, memberOf, partsOf } from './pointer.ts';
export { PriceSchema } from './price-schema.ts';
export { type Amounts, amountsOf, chargeMicros, lowestAmountsOf, quoteCall, type QuotedUnits } from './quote.ts';
export { type PriceRule, readPrice } from './read.ts';
export type { Amount, Expr, FileLimits, Pointer, Price, Quantity } from './rule.ts';
export type { Input } from './schema/limits-of-calls.ts';
