/**
 * Every pricing version ever published, oldest first; `npm run generate` appends to it and never takes away. Several may be of one
 * day: the digest tells them apart.
 */
export const PRICE_HISTORY = [
  '2026-11-21.f42d1349',
  '2026-11-22.ee81d075',
  '2026-11-22.cba58edd',
  '2026-11-22.21bfea6b',
  '2026-11-22.400c6c17',
  '2026-11-22.6af88fd7',
  '2026-11-22.7c84fa88',
  '2026-11-22.1f6af0f6',
  '2026-11-22.840aed5a',
  '2026-11-22.03058461',
  '2026-11-22.b4571068',
  '2026-11-22.38f56814',
  '2026-11-22.46adf768',
  '2026-11-22.2f3ac682',
  '2026-11-22.9646f0da',
  '2026-11-22.e04cbf54',
  '2026-11-22.f3b806ef',
  '2026-11-22.4745a977',
  '2026-11-22.58865b71',
  '2026-11-22.e2f8916a',
  '2026-11-22.31969a71',
  '2026-11-22.4af570f1',
] as const;
