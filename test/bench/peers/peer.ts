/**
 * A peer is the same paid no-op as a user of another stack would write it: one request and one job at a time, following the documentation of its
 * parts. It must keep the same promises about money as ours, or the comparison would mean nothing.
 */
export const PEER_NAMES = ['prisma', 'statement', 'graphile-worker', 'pg-boss', 'bullmq'] as const;
export type PeerName = (typeof PEER_NAMES)[number];

export interface ServerUrls {
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

/** The HTTP half and the worker half are processes of their own, like ours. */
export interface Peer {
  /** Holds the money, inserts the execution and enqueues its job. */
  readonly accepts: (urls: ServerUrls) => Promise<(request: PaidRequest) => Promise<Accepted>>;
  /** Starts to process the queue: settles each execution. */
  readonly works: (urls: ServerUrls) => Promise<void>;
}

export const QUEUE = 'run';
export const MAXIMUM_MICROS = 1000n;
export const CHARGE_MICROS = 1000n;
/** Jobs that one worker runs at the same time. */
export const CONCURRENCY = 64;
/** Connections to the database of each process. */
export const POOL_MAX = 20;
