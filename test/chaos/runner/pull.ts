/**
 * The runs of tools of kind `pull`: the runner claims them, and misbehaves as the client's arguments tell it. Written from
 * docs/runner-pull.md alone. The book has each claim, and each end that was taken.
 */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { behaviourIn, type RunBehaviour } from '../checker/run-behaviours.ts';
import { ask, type Reply } from '../load/request.ts';
import type { Book, Start } from './book.ts';
import { isNaive, type Run, type Runs } from './runs.ts';

export interface Pulling {
  readonly runs: Runs;
  readonly book: Book;
  /** Where the runner asks for work; the file appears when its tools are published. */
  readonly file: string;
}

/** The gateways, as this runner reaches them. */
interface Gateways {
  readonly url: string;
  /** Runner keys by tool. */
  readonly keys: Readonly<Record<string, string>>;
}

interface Claimed {
  readonly token: string;
  readonly leaseSeconds: number;
  readonly start: Start;
  /** A polite runner goes on under a new lease if the run comes again. */
  lease: string;
}

interface Reported {
  readonly isTaken: boolean;
  readonly cancel: boolean;
}

const POLL_MS = 200;
const RETRY_MS = 500;
/** Claims of a tool that wait at once. */
const CLAIMS = 3;
const WAIT_SECONDS = 5;
/** Longer than a lease of this suite. */
const HANGS_MS = 9000;
const HANGS_UP = { hangUpAfterMs: 15 };
const DEFINITE: ReadonlySet<number> = new Set([400, 401, 404, 409]);
const RUNNING = { status: 'running', progress: 0.5 };

/** Bodies that the runner sends once in place of a report. None of them may count. */
const MALFORMED: Readonly<Partial<Record<RunBehaviour, (lease: string) => string>>> = {
  page: () => '<h1>Bad Gateway</h1>',
  odd: (lease) => JSON.stringify({ lease, reply: { status: 'done', units: 9, cost: { usd: '0.0009' } } }),
  'units-nan': (lease) => `{"lease":"${lease}","reply":{"status":"succeeded","units":NaN,"cost":{"usd":NaN}}}`,
};

export async function pullRuns({ runs, book, file }: Pulling): Promise<void> {
  while (!existsSync(file)) await pause(POLL_MS);
  const { url, keys } = JSON.parse(readFileSync(file, 'utf8')) as Gateways;
  const post: Post = ({ tool, path, ...sent }) =>
    ask({ method: 'POST', url: `${url}${path}`, token: keys[tool] ?? '', ...sent });
  const player = createPlayer({ runs, book, post });
  player.resume();
  const claimAll = async (tool: string): Promise<void> => {
    for (;;) {
      const askedAt = new Date().toISOString();
      const reply = await post({ tool, path: '/runs/claim', body: JSON.stringify({ waitSeconds: WAIT_SECONDS }) });
      const claimed = claimedIn(reply);
      if (claimed !== null) player.take(claimed, askedAt);
      else if (reply.kind === 'lost' || reply.status !== 200) await pause(RETRY_MS);
    }
  };
  await Promise.all(Object.keys(keys).flatMap((tool) => Array.from({ length: CLAIMS }, () => claimAll(tool))));
}

type Post = (
  sent: { readonly tool: string; readonly path: string; readonly body: string } & HangingUp,
) => Promise<Reply>;

/** The runner hangs up so long after a request. */
interface HangingUp {
  readonly hangUpAfterMs?: number;
}

const dataOf = (reply: Reply): { readonly run?: Claimed | null; readonly cancel?: boolean } =>
  reply.kind === 'replied' && reply.status === 200 ? (JSON.parse(reply.text) as { data: object }).data : {};

const claimedIn = (reply: Reply): Claimed | null => dataOf(reply).run ?? null;

interface Playing extends Pick<Pulling, 'runs' | 'book'> {
  readonly post: Post;
}

function createPlayer({ runs, book, post }: Playing) {
  const claims = book.lines.flatMap((line) => (line.kind === 'claimed' ? [line] : []));
  const known = new Set(claims.map(({ token }) => token));
  const playing = new Map<string, Claimed>();

  const sendText = ({ token, start: { tool } }: Claimed, body: string, how: HangingUp = {}): Promise<Reply> =>
    post({ tool, path: `/runs/${token}/report`, body, ...how });
  const send = (held: Claimed, reply: object, how?: HangingUp): Promise<Reply> =>
    sendText(held, JSON.stringify({ lease: held.lease, reply }), how);

  /** Repeats it until there is a definite response. */
  async function report(held: Claimed, reply: object): Promise<Reported> {
    for (;;) {
      const { lease } = held;
      const response = await send(held, reply);
      const status = response.kind === 'replied' ? response.status : 0;
      if (status === 200) return { isTaken: true, cancel: dataOf(response).cancel === true };
      if (DEFINITE.has(status) && held.lease === lease) return { isTaken: false, cancel: false };
      await pause(RETRY_MS);
    }
  }

  /** The work begins after its first report was taken, and not before. Null: it is somebody else's, or nobody's. */
  async function begin(held: Claimed): Promise<Run | null> {
    const { token, start, lease } = held;
    const behaviour = behaviourIn(start.arguments['told']);
    if (behaviour === 'resets') await send(held, RUNNING, HANGS_UP);
    const { isTaken, cancel } = await report(held, RUNNING);
    if (!isTaken) return null;
    const { run, isNew } = runs.begin(token, JSON.stringify(start));
    if (cancel) run.cancel();
    if (!isNew) return run;
    if (behaviour === 'crashes') process.kill(process.pid, 'SIGKILL');
    if (behaviour === 'hangs') await pause(HANGS_MS);
    const malformed = MALFORMED[behaviour ?? 'ok'];
    if (malformed !== undefined) await sendText(held, malformed(lease));
    return run;
  }

  async function follow(held: Claimed, run: Run): Promise<void> {
    if (run.behaviour === 'silent') return;
    const beatMs = (held.leaseSeconds * 1000) / 3;
    await Promise.race([run.worked, pause(beatMs)]);
    for (let end = run.end(); ; end = run.end()) {
      if (end !== null) return await finish(held, run, end);
      const { isTaken, cancel } = await report(held, RUNNING);
      if (!isTaken) return;
      if (cancel) run.cancel();
      else await pause(beatMs);
    }
  }

  async function finish(held: Claimed, run: Run, first: object): Promise<void> {
    const { token } = held;
    let end = first;
    // Nobody knows whether the first end arrived; the next one differs.
    if (run.behaviour === 'changes-mind') {
      await send(held, end, HANGS_UP);
      end = run.end() ?? end;
    }
    if (!(await report(held, end)).isTaken) return;
    book.write({ kind: 'taken', token, reply: end });
    if (run.behaviour !== 'twice') return;
    await report(held, end);
    const stray = run.stray();
    if ((await report(held, stray)).isTaken) book.write({ kind: 'taken', token, reply: stray });
  }

  async function play(held: Claimed, { isFirst = false, isResumed = false } = {}): Promise<void> {
    const { token, start } = held;
    const behaviour = behaviourIn(start.arguments['told']);
    if (isFirst && behaviour === 'forgets') return; // its lease ends, and the run comes again
    if (isFirst && behaviour === 'refuses') return void (await report(held, { status: 'not_taken' }));
    playing.set(token, held);
    const run = (isResumed ? runs.find(token) : undefined) ?? (await begin(held));
    if (run !== null) await follow(held, run);
  }

  const inBackground = (held: Claimed, how: Parameters<typeof play>[1]): void =>
    void play(held, how)
      .catch((error: unknown) => console.error(error))
      .finally(() => playing.get(held.token) === held && playing.delete(held.token));

  return {
    /** Goes on with the runs of the book that have no end, under their last leases. */
    resume(): void {
      const over = new Set(book.lines.flatMap(({ kind, token }) => (kind === 'taken' ? [token] : [])));
      const last = new Map(claims.map((line) => [line.token, line]));
      for (const { token, lease, leaseSeconds, body } of last.values())
        if (!over.has(token))
          inBackground({ token, lease, leaseSeconds, start: JSON.parse(body) as Start }, { isResumed: true });
    },
    take(claimed: Claimed, askedAt: string): void {
      const { token, lease, leaseSeconds, start } = claimed;
      const [isFirst, current] = [!known.has(token), playing.get(token)];
      known.add(token);
      book.write({ kind: 'claimed', token, lease, leaseSeconds, askedAt, body: JSON.stringify(start) });
      if (current !== undefined && !isNaive(start)) current.lease = lease;
      else inBackground(claimed, { isFirst });
    },
  };
}
