/**
 * The faults in progress. A process or a shared server has one fault at a time: a fault whose target is busy is skipped, and a
 * demanded one waits for it. A demanded fault that fails because its target was away is tried again when everything has
 * recovered.
 */
import type { App } from '../system/system.ts';
import type { Fault, Injection } from './faults.ts';
import type { Planned } from './schedule.ts';

export interface Injections {
  readonly begin: (planned: Planned) => void;
  /** Resolves when every started fault is over, and every demanded one has struck or has failed at each of its attempts. */
  readonly done: () => Promise<void>;
  /** Fault → number of strikes. */
  readonly counts: ReadonlyMap<Fault['name'], number>;
}

export interface Striking {
  readonly context: Omit<Injection, 'app' | 'ms'>;
  /** Writes a line to the log of faults. */
  readonly note: (line: object) => void;
  /** Restores everything. */
  readonly recover: () => Promise<void>;
}

const ATTEMPTS_MAX = 5;

export function createInjections({ context, note, recover }: Striking): Injections {
  const busy = new Map<string, Promise<void>>();
  const ending = new Set<App>();
  const counts = new Map<Fault['name'], number>();
  const waiting: Planned[] = [];
  const failed: Planned[] = [];

  const isFree = ({ fault, app }: Planned): boolean =>
    !busy.has(targetOf(fault, app)) && !(fault.ends && [...ending].some((other) => other.app === app?.app));

  function begin(planned: Planned): void {
    if (!planned.must && !isFree(planned)) return;
    waiting.push(planned);
    beginWaiting();
  }

  function beginWaiting(): void {
    for (const planned of waiting.splice(0)) {
      if (isFree(planned)) inject(planned);
      else waiting.push(planned);
    }
  }

  function inject(planned: Planned): void {
    const { fault, app } = planned;
    const target = targetOf(fault, app);
    if (fault.ends && app !== null) ending.add(app);
    const over = carryOut(planned).finally(() => {
      busy.delete(target);
      if (app !== null) ending.delete(app);
      beginWaiting();
    });
    busy.set(target, over);
  }

  async function carryOut(planned: Planned): Promise<void> {
    const { fault, app, ms } = planned;
    const about = { at: new Date().toISOString(), fault: fault.name, on: app?.process.name ?? 'all', ms };
    try {
      await fault.inject({ ...context, app: app ?? (context.system.apps[0] as App), ms });
      counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1);
      note(about);
    } catch (error) {
      note({ ...about, failed: String(error) }); // its target was away because of another fault
      if (planned.must) failed.push(planned);
    }
  }

  /** Starts the waiting faults when the faults that they wait for are over. */
  async function calm(): Promise<void> {
    while (busy.size > 0) await Promise.all(busy.values());
  }

  return {
    begin,
    counts,
    async done() {
      await calm();
      for (let attempt = 1; attempt < ATTEMPTS_MAX && failed.length > 0; attempt++) {
        for (const planned of failed.splice(0)) {
          await recover();
          begin(planned);
          await calm();
        }
      }
    },
  };
}

/** Name of the process, or of the shared server. */
const targetOf = ({ name }: Fault, app: App | null): string => app?.process.name ?? name.split(' ', 1).join();
