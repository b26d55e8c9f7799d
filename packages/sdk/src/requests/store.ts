/**
 * The store of paid requests, each written before it is sent, so that it survives a crash of the client. A process that finds one sends the same
 * bytes under the same idempotency key, and gets the execution or batch that was accepted, if one was.
 */

interface Stored {
  /** The caller's name of the request, or a random name. */
  readonly name: string;
  readonly idempotencyKey: string;
  readonly tool: string;
  /** The requested arguments as JSON; a list for a batch. */
  readonly arguments: string;
  /** The exact body to send, with price version and maximum charge; null until there is a quote. */
  readonly body: string | null;
  /** True without a body if one that was sent before, under other prices, may have been accepted. */
  readonly mayBeAccepted?: true;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
  /** Set in a request with the caller's name once its execution or batch has ended. RFC 3339 in UTC. */
  readonly endedAt?: string;
}

export interface PaidExecution extends Stored {
  /** Absent in requests that clients without batch support stored. */
  readonly kind?: 'execution';
  /** Null until a response has named it. */
  readonly executionId: string | null;
}

export interface PaidBatch extends Stored {
  readonly kind: 'batch';
  /** Null until a response has named it. */
  readonly batchId: string | null;
}

export type PaidRequest = PaidExecution | PaidBatch;

export interface RequestStore {
  /** Resolves with the stored request of this name: the given one, or the one that existed before. Durable when it resolves. */
  readonly add: (request: PaidRequest) => Promise<PaidRequest>;
  /** Replaces the request of this name. Durable when it resolves. */
  readonly save: (request: PaidRequest) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly list: () => Promise<readonly PaidRequest[]>;
}

/** Lives as long as the process: protects from a lost connection, not from a crash. */
export function memoryStore(): RequestStore {
  const requests = new Map<string, PaidRequest>();
  return {
    async add(request) {
      const there = requests.get(request.name);
      if (there === undefined) requests.set(request.name, request);
      return there ?? request;
    },
    async save(request) {
      requests.set(request.name, request);
    },
    async remove(name) {
      requests.delete(name);
    },
    list: async () => [...requests.values()],
  };
}

/** The used part of `localStorage`, which projects without the types of browsers do not know. */
export interface TextStorage {
  readonly length: number;
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
  readonly key: (index: number) => string | null;
}

/** For browsers: survives a reload. If two tabs use one name at the same moment, the service keeps them from paying twice, not this store. */
export function webStore(storage: TextStorage, prefix = 'farebox:'): RequestStore {
  const keyOf = (name: string): string => `${prefix}${name}`;
  const read = (key: string): PaidRequest | null => JSON.parse(storage.getItem(key) ?? 'null') as PaidRequest | null;
  const save = (request: PaidRequest): void => storage.setItem(keyOf(request.name), JSON.stringify(request));
  return {
    async add(request) {
      const there = read(keyOf(request.name));
      if (there === null) save(request);
      return there ?? request;
    },
    save: async (request) => save(request),
    remove: async (name) => storage.removeItem(keyOf(name)),
    async list() {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => read(key) ?? []);
    },
  };
}
