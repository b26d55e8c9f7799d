/**
 * What has to outlive a crash of the client: each paid request, written before it is sent. Whoever finds one again sends the same bytes under the
 * same idempotency key, and gets the execution or the batch that was accepted, if one was.
 */

interface Stored {
  /** The caller's name for it, or one that was drawn. */
  readonly name: string;
  readonly idempotencyKey: string;
  readonly tool: string;
  /** What was asked for, as JSON; of a batch a list. */
  readonly arguments: string;
  /** The body as it is sent, price and ceiling included; null until there is a quote. */
  readonly body: string | null;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
}

export interface PaidExecution extends Stored {
  /** Left out by clients that knew no batches. */
  readonly kind?: 'execution';
  /** Null until an answer has named it. */
  readonly executionId: string | null;
}

export interface PaidBatch extends Stored {
  readonly kind: 'batch';
  /** Null until an answer has named it. */
  readonly batchId: string | null;
}

export type PaidRequest = PaidExecution | PaidBatch;

export interface RequestStore {
  /** Answers what is stored under that name: this request, or the one that was there before. Durable when it resolves. */
  readonly add: (request: PaidRequest) => Promise<PaidRequest>;
  /** Replaces the one of that name. Durable when it resolves. */
  readonly save: (request: PaidRequest) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly list: () => Promise<readonly PaidRequest[]>;
}

/** Lasts as long as the process: enough against a lost connection, not against a crash. */
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

/** What of `localStorage` is used. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** In a browser: lasts over a reload. Two tabs that use one name at the same moment are told apart by the service, not here. */
export function webStore(storage: TextStorage, prefix = 'farebox:'): RequestStore {
  const place = (name: string): string => `${prefix}${name}`;
  const read = (key: string): PaidRequest | null => JSON.parse(storage.getItem(key) ?? 'null') as PaidRequest | null;
  const save = (request: PaidRequest): void => storage.setItem(place(request.name), JSON.stringify(request));
  return {
    async add(request) {
      const there = read(place(request.name));
      if (there === null) save(request);
      return there ?? request;
    },
    save: async (request) => save(request),
    remove: async (name) => storage.removeItem(place(name)),
    async list() {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => read(key) ?? []);
    },
  };
}
