/** For tests: a client of an event stream that reads events one by one. */
export interface Told {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: string | undefined;
  readonly retry: string | undefined;
}

export interface Listening {
  readonly response: Response;
  /** Returns the next event with data; undefined at the end of the stream. */
  readonly next: () => Promise<Told | undefined>;
  /** Returns all remaining events of the stream. */
  readonly rest: () => Promise<Told[]>;
  readonly close: () => void;
}

export async function listen(
  url: string,
  {
    key,
    headers = {},
    method = 'GET',
  }: { readonly key?: string; readonly headers?: Readonly<Record<string, string>>; readonly method?: string },
): Promise<Listening> {
  const controller = new AbortController();
  const response = await fetch(url, {
    method,
    signal: controller.signal,
    headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers },
  });
  const told = blocksOf(response);
  const next = async (): Promise<Told | undefined> => {
    for (;;) {
      const { done, value } = await told.next();
      if (done === true) return undefined;
      if (value.data !== undefined) return value;
    }
  };
  return {
    response,
    next,
    async rest() {
      const all: Told[] = [];
      for await (const each of told) all.push(each);
      return all;
    },
    close: () => controller.abort(),
  };
}

async function* blocksOf({ body }: Response): AsyncGenerator<Told, void> {
  const decoder = new TextDecoder();
  let unread = '';
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    const blocks = (unread + decoder.decode(piece, { stream: true })).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      yield { event: field('event'), id: field('id'), data: field('data'), retry: field('retry') };
    }
  }
}
