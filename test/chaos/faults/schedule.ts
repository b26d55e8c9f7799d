/** When what happens to whom, decided by the seed alone, so that a run can be repeated. */
import type { Random } from '../random.ts';
import type { App, System } from '../system/system.ts';
import { type Fault, FAULTS, POSTGRES_FAULTS, type Injection } from './faults.ts';

export interface Planned {
  readonly atMs: number;
  readonly ms: number;
  readonly fault: Fault;
  /** Null: what all share. */
  readonly app: App | null;
}

const GAP_MS: readonly [number, number] = [150, 1100];

export function planFaults(random: Random, system: System, lengthMs: number): readonly Planned[] {
  const planned: Planned[] = [];
  for (let atMs = random.between(...GAP_MS); atMs < lengthMs; atMs += random.between(...GAP_MS))
    planned.push(plan(random, system, { atMs, fault: random.weighted(FAULTS) }));
  const [restart, crash] = POSTGRES_FAULTS as readonly [Fault, Fault];
  planned.push(plan(random, system, { atMs: lengthMs * 0.4, fault: restart }));
  planned.push(plan(random, system, { atMs: lengthMs * 0.7, fault: crash }));
  return planned.sort((one, other) => one.atMs - other.atMs);
}

/** The same numbers are drawn whatever the fault is, so that one fault more or less changes nothing of the others. */
function plan(random: Random, { apps }: System, { atMs, fault }: Pick<Planned, 'atMs' | 'fault'>): Planned {
  const [place, ms] = [random.next(), random.between(...fault.ms)];
  const fitting = apps.filter(({ app }) => fault.apps?.includes(app) ?? false);
  return { atMs, ms, fault, app: fitting[Math.floor(place * fitting.length)] ?? null };
}

/** What is striking now; a process, and what all share, is struck by one fault at a time. */
export interface Injections {
  readonly begin: (planned: Planned, context: Omit<Injection, 'app' | 'ms'>) => void;
  readonly done: () => Promise<void>;
  readonly counts: ReadonlyMap<string, number>;
  /** Whether it has hit such an app. */
  readonly hasHit: (fault: Fault, app: App['app']) => boolean;
}

export function createInjections(note: (line: object) => void): Injections {
  const busy = new Map<string, Promise<void>>();
  const ending = new Set<App>();
  const counts = new Map<string, number>();
  const hits = new Set<string>();

  async function carryOut({ fault, app, ms }: Planned, context: Omit<Injection, 'app' | 'ms'>): Promise<void> {
    const about = { fault: fault.name, on: app?.process.name ?? 'all', ms };
    note({ at: new Date().toISOString(), ...about });
    counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
    hits.add(`${fault.name} ${app?.app}`);
    try {
      await fault.inject({ ...context, app: app ?? (context.system.apps[0] as App), ms });
    } catch (error) {
      note({ at: new Date().toISOString(), ...about, failed: String(error) }); // what it struck was away by another fault
    }
  }

  return {
    counts,
    hasHit: ({ name }, app) => hits.has(`${name} ${app}`),
    begin(planned, context) {
      const { fault, app } = planned;
      const place = app?.process.name ?? fault.name.split(' ', 1).join();
      const isLast = fault.ends && [...ending].some((other) => other.app === app?.app);
      if (busy.has(place) || isLast || (app === null && fault.apps !== null)) return;
      if (fault.ends && app !== null) ending.add(app);
      const over = carryOut(planned, context).finally(() => {
        busy.delete(place);
        if (app !== null) ending.delete(app);
      });
      busy.set(place, over);
    },
    done: async () => {
      await Promise.all(busy.values());
    },
  };
}

/** What the seed has not drawn, or what found its place taken, hits once at the end: a run meets every fault. */
export async function injectMissed(
  injections: Injections,
  context: Omit<Injection, 'app' | 'ms'>,
  random: Random,
): Promise<void> {
  for (const fault of FAULTS.flatMap((each) => missedBy(injections, each))) {
    injections.begin(plan(random, context.system, { atMs: 0, fault }), context);
    await injections.done();
  }
}

function missedBy({ counts, hasHit }: Injections, fault: Fault): Fault[] {
  if (fault.meetsEach !== true) return counts.has(fault.name) ? [] : [fault];
  return (fault.apps ?? []).filter((app) => !hasHit(fault, app)).map((app) => ({ ...fault, apps: [app] }));
}
