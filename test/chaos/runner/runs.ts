/** The runs of the runner by token, restored from its book when it starts again. */
import { setTimeout as pause } from 'node:timers/promises';
import { behaviourIn, type RunBehaviour } from '../checker/run-behaviours.ts';
import type { Book, Line, Start } from './book.ts';
import { endOf, type Stating, strayOf } from './ends.ts';
import { redraw } from './work.ts';

/** Without files there is nothing to wait for. */
const SLOW_MS = 1500;
const FORGETS_MS = 5000;

export interface Run {
  readonly token: string;
  readonly behaviour: RunBehaviour;
  /** Resolves when the work is done. */
  readonly worked: Promise<void>;
  readonly isForgotten: () => boolean;
  readonly cancel: () => void;
  /** Null while it runs. Each end is in the book before it is sent. */
  readonly end: () => object | null;
  readonly stray: () => object;
}

export interface Runs {
  readonly find: (token: string) => Run | undefined;
  /** Begins a run, unless a runner that honours tokens knows it. */
  readonly begin: (token: string, body: string) => { readonly run: Run; readonly isNew: boolean };
}

/** This tool's runner knows no tokens: each start that arrives is done, and paid for. */
export const isNaive = ({ tool }: Start): boolean => tool.endsWith('-once');

export function openRuns(book: Book): Runs {
  const runs = new Map<string, Run>();
  const byToken = Map.groupBy(book.lines, ({ token }) => token);
  for (const [token, lines] of byToken) {
    const begun = lines.find((line) => line.kind === 'begun');
    if (begun !== undefined) runs.set(token, createRun({ token, body: begun.body, lines }, book));
  }
  return {
    find: (token) => runs.get(token),
    begin(token, body) {
      const known = runs.get(token);
      if (known !== undefined && !isNaive(JSON.parse(body) as Start)) return { run: known, isNew: false };
      book.write({ kind: 'begun', token, body });
      const run = known ?? createRun({ token, body, lines: [] }, book);
      runs.set(token, run);
      return { run, isNew: known === undefined };
    },
  };
}

interface Begun {
  readonly token: string;
  readonly body: string;
  /** Its lines in the book. */
  readonly lines: readonly Line[];
}

function createRun({ token, body, lines }: Begun, book: Book): Run {
  const start = JSON.parse(body) as Start;
  const { told, pages } = start.arguments;
  const behaviour = behaviourIn(told) ?? 'ok';
  const beganMs = Date.now();
  const done = lines.find((line) => line.kind === 'done');
  let [isDone, isLost] = [done !== undefined, done?.isLost ?? false];
  let isCancelled = lines.some(({ kind }) => kind === 'cancelled');
  const said = new Set(lines.flatMap((line) => (line.kind === 'said' ? [JSON.stringify(line.reply)] : [])));
  const stating = (times: number): Stating => ({
    behaviour,
    pages: Number(pages),
    outputs: start.outputs.length,
    isLost,
    isCancelled,
    times,
  });

  async function work(): Promise<void> {
    if (isDone) return;
    const digests = behaviour === 'no-file' ? [] : await redraw(start);
    for (const sha256 of digests ?? []) book.write({ kind: 'put', token, sha256 });
    if (behaviour === 'slow') await pause(SLOW_MS);
    isLost = digests === null;
    book.write({ kind: 'done', token, isLost });
    isDone = true;
  }

  function isRunning(): boolean {
    if (isCancelled) return false;
    return !isDone || (behaviour === 'runs-on' && !isLost);
  }

  return {
    token,
    behaviour,
    worked: work(),
    isForgotten: () => behaviour === 'forgets' && Date.now() - beganMs < FORGETS_MS,
    cancel() {
      if (!isRunning()) return;
      isCancelled = true;
      book.write({ kind: 'cancelled', token });
    },
    end() {
      if (isRunning()) return null;
      const reply = endOf(stating(said.size));
      const text = JSON.stringify(reply);
      if (!said.has(text)) book.write({ kind: 'said', token, reply });
      said.add(text);
      return reply;
    },
    stray() {
      const reply = strayOf(stating(0));
      book.write({ kind: 'stray', token, reply });
      return reply;
    },
  };
}
