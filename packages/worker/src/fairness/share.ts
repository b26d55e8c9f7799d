/**
 * How many places a worker has: `concurrency` for all, and a few more that are only for organizations of which nothing
 * is running. So their work starts at once, even while the work of others is long.
 */
const RESERVE_SHARE = 4;

/** Places beyond `concurrency`. */
export const reserveOf = (concurrency: number): number => Math.max(1, Math.ceil(concurrency / RESERVE_SHARE));
