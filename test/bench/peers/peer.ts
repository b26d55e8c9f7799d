/**
 * What a peer is: the same paid no-op as a user of another stack would write it, one request and one job at a time, as the
 * documentation of its parts shows. It must keep the same promises about money as ours, or it would compare nothing.
 */
export const PEER_NAMES = ['prisma', 'statement', 'graphile-worker', 'pg-boss', 'bullmq'] as const;
export type PeerName = (typeof PEER_NAMES)[number];

export interface Place {
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

export interface PaidRequest {
  readonly id: string;
  readonly projectId: string;
  readonly idempotencyKey: string;
  readonly bodySha256: string;
  readonly tool: string;
  readonly arguments: object;
}

export interface Accepted {
  readonly id: string;
}

/** Each half lives in a process of its own, like ours. */
export interface Peer {
  /** Holds the money, inserts the execution and has it queued. */
  readonly accepts: (place: Place) => Promise<(request: PaidRequest) => Promise<Accepted>>;
  /** Begins to work off the queue: settles each execution. */
  readonly works: (place: Place) => Promise<void>;
}

export const QUEUE = 'run';
export const MAXIMUM_MICROS = 1000n;
export const CHARGE_MICROS = 1000n;
/** Jobs at once of one worker. */
export const CONCURRENCY = 64;
/** Connections to the database of each process. */
export const POOL_MAX = 20;
