/** Plans from the seed alone which fault strikes which target when, so that a run can be repeated. Every plan has all demanded faults. */
import { type RequiredFault, REQUIRED_FAULTS } from '../checker/mix-faults.ts';
import type { Random } from '../random.ts';
import type { App } from '../system/system.ts';
import { type Fault, FAULTS } from './faults.ts';

export interface Planned {
  /** Position in the work, in milliseconds at the requested rate. */
  readonly atMs: number;
  readonly ms: number;
  readonly fault: Fault;
  /** Null: a shared server. */
  readonly app: App | null;
  /** A demanded fault: it waits for its target, and is tried again. */
  readonly must: boolean;
}

type Drawn = Omit<Planned, 'must'>;

const GAP_MS: readonly [number, number] = [150, 1100];

export function planFaults(random: Random, apps: readonly App[], lengthMs: number): readonly Planned[] {
  const drawn: Drawn[] = [];
  const add = (atMs: number, fault: Fault, fitting = fittingOf(fault, apps)): Drawn => {
    const one = plan(random, { atMs, fault, fitting });
    drawn.push(one);
    return one;
  };
  for (let atMs = random.between(...GAP_MS); atMs < lengthMs; atMs += random.between(...GAP_MS))
    add(atMs, random.weighted(FAULTS));
  for (const fault of FAULTS) if (fault.share !== undefined) add(lengthMs * fault.share, fault);
  const musts = new Set(
    REQUIRED_FAULTS.map((must) => {
      const isMeant = isOf(must);
      const fault = FAULTS.find(({ name }) => name === must.fault) as Fault;
      const fitting = fittingOf(fault, apps).filter(({ app }) => must.app === null || app === must.app);
      return drawn.find(isMeant) ?? add(random.between(0, lengthMs), fault, fitting);
    }),
  );
  return drawn.map((one) => ({ ...one, must: musts.has(one) })).sort((one, other) => one.atMs - other.atMs);
}

const isOf =
  (must: RequiredFault) =>
  ({ fault, app }: Drawn): boolean =>
    fault.name === must.fault && (must.app === null || must.app === app?.app);

const fittingOf = ({ apps: names }: Fault, apps: readonly App[]): readonly App[] =>
  apps.filter(({ app }) => names?.includes(app) ?? false);

interface Planning extends Pick<Planned, 'atMs' | 'fault'> {
  /** One of these is struck; a shared server if empty. */
  readonly fitting: readonly App[];
}

/** Draws the same numbers for every fault, so that adding or removing a fault changes nothing for the others. */
function plan(random: Random, { atMs, fault, fitting }: Planning): Drawn {
  const [draw, ms] = [random.next(), random.between(...fault.ms)];
  return { atMs, ms, fault, app: fitting[Math.floor(draw * fitting.length)] ?? null };
}
