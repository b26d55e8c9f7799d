/** Streams every project of a run through all faults, as a client would: on any gateway that responds, each connection resuming the one before. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '../system/system.ts';
import type { Customer } from './customers.ts';

export interface Listening {
  readonly system: Pick<System, 'gatewayUrls' | 'machine'>;
  readonly customers: readonly Pick<Customer, 'projectId' | 'tokens'>[];
  /** Folder of the run: the received events are evidence. */
  readonly directory: string;
}

export interface Listeners {
  /** Connects once more, to get every event that is still missing. Nothing may change any more. */
  readonly finish: () => Promise<void>;
}

/** A gateway that hangs sends nothing; one that works sends a comment every 15 s. */
const SILENCE_MS = 20_000;
const PAUSE_MS = 300;
/** A time limit, counted in time that the machine gave (checker/granted.ts). */
const FINISH_MS_MAX = 60_000;

/** Resolves when no event after this moment can be missed. */
export async function listenToAll({ system, customers, directory }: Listening): Promise<Listeners> {
  const descriptor = openSync(join(directory, 'told.jsonl'), 'a');
  const write = (line: object): void => void writeSync(descriptor, `${JSON.stringify(line)}\n`);
  const all = customers.map((customer, index) => listenTo(customer, { system, turn: index, write }));
  await Promise.all(all.map(({ begun }) => begun));
  return {
    async finish() {
      await Promise.all(all.map(({ finish }) => finish()));
      closeSync(descriptor);
    },
  };
}

interface Where extends Pick<Listening, 'system'> {
  readonly turn: number;
  readonly write: (line: object) => void;
}

function listenTo({ projectId, tokens }: Listening['customers'][number], { system, turn, write }: Where) {
  const urls = system.gatewayUrls;
  const position: { id: string | undefined } = { id: undefined };
  let current = new AbortController();
  let isFinishing = false;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const headers = () => ({
    authorization: `Bearer ${tokens[0]}`,
    ...(position.id === undefined ? {} : { 'last-event-id': position.id }),
  });

  /** Resolves to true once `finish` was called and every event was received. */
  async function connect(number: number): Promise<boolean> {
    current = new AbortController();
    const response = await fetch(`${urls[number % urls.length]}/tools/events`, {
      headers: headers(),
      signal: current.signal,
    });
    if (!response.ok) throw new Error(`${response.status}`);
    for await (const { event, id, data } of eventsOf(response, current)) {
      const value = JSON.parse(data) as { id: string; status: string; chargedMicros: number | null; resumed: boolean };
      if (event === 'execution') write({ projectId, ...stated(value) });
      if (event === 'snapshot') write({ projectId, resumed: value.resumed, from: position.id ?? null });
      position.id = id ?? position.id;
      if (event !== 'snapshot') continue;
      begin();
      if (isFinishing) return true;
    }
    return false;
  }

  const over = (async () => {
    for (let number = turn; ; number++) {
      // After any failure, another connection gets the missing events.
      if (await connect(number).catch(() => false)) return;
      await pause(PAUSE_MS, undefined, { ref: false });
    }
  })();
  return {
    begun,
    async finish() {
      isFinishing = true;
      const done = new AbortController();
      current.abort();
      await Promise.race([over, system.machine.given(FINISH_MS_MAX, done.signal)]);
      done.abort();
      current.abort();
    },
  };
}

const stated = (state: { readonly id: string; readonly status: string; readonly chargedMicros: number | null }) => ({
  id: state.id,
  status: state.status,
  chargedMicros: state.chargedMicros,
  sha256: createHash('sha256').update(JSON.stringify(state)).digest('hex'),
});

interface Told {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

async function* eventsOf(response: Response, connection: AbortController): AsyncGenerator<Told> {
  const decoder = new TextDecoder();
  let text = '';
  let timer = setTimeout(() => connection.abort(), SILENCE_MS);
  try {
    for await (const piece of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(() => connection.abort(), SILENCE_MS);
      text += decoder.decode(piece as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.flatMap(eventIn);
    }
  } finally {
    clearTimeout(timer);
    connection.abort();
  }
}

/** A comment has no event. */
function eventIn(block: string): Told[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const [event, data] = [field('event'), field('data')];
  return event === undefined || data === undefined ? [] : [{ event, data, id: field('id') }];
}
