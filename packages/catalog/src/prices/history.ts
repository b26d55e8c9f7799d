/** Every pricing version ever published, oldest first; append only. It stops a price from changing under its old date. */
export const PRICE_HISTORY = ['2026-11-21.f42d1349'] as const;
