/** Compares facts in a response with expected ones. Instants are compared as instants, because the sources write them differently. */
import { isEqual, type Json } from './canonical.ts';
import type { Execution } from './evidence.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

const formOf = (value: unknown): unknown =>
  typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : value;

/** Each expected fact that the response states differently, or leaves out. */
export const differencesOf = (data: Json, expected: Json): string[] =>
  Object.entries(expected)
    .filter(([name, value]) => !isEqual(formOf(data[name] ?? null), formOf(value ?? null)))
    .map(([name, value]) => `${name} is ${JSON.stringify(data[name])}, not ${JSON.stringify(value)}`);

/** Facts of an execution that never change. */
export const fixedFacts = (row: Execution): Json => ({
  id: row.id,
  tool: row.tool,
  model: row.model ?? null,
  priceVersion: row.price_version,
  minimumChargeMicros: row.minimum_micros,
  maximumChargeMicros: row.maximum_micros,
  createdAt: row.created_at,
});

/** Facts of an execution at its end. */
export const finalFacts = (row: Execution): Json => ({
  ...fixedFacts(row),
  status: row.status,
  statusReason: row.status_reason,
  chargedMicros: row.charged_micros,
  cancelRequested: row.cancel_requested_at !== null,
  finishedAt: row.finished_at,
});

/** The facts that a response adds at the end: an error of a failure, no review, and the currency. Only tests make such responses. */
export const endedFacts = (row: Execution): Json => ({
  ...finalFacts(row),
  currency: 'USD',
  error: row.status === 'failed' ? { message: row.status_reason } : null,
  review: null,
});
