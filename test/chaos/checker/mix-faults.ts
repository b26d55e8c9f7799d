/**
 * Every fault that a mix must have, with the apps that each must hit. The plan of faults reads this list too, so that what is
 * demanded is planned.
 */

export const MIX_FAULTS = {
  'process killed': ['gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'],
  'process paused': 'any',
  'process stopped in order': 'any',
  'postgres cut': 'any',
  'postgres answers lost': 'any',
  'postgres hangs': 'any',
  'redis cut': 'any',
  'redis answers lost': 'any',
  'store cut': 'any',
  'store answers lost': 'any',
  'store slow': 'any',
  'provider cut': 'any',
  'provider answers lost': 'any',
  'redis emptied': 'any',
  'redis restarted empty': 'any',
  'redis hangs': 'any',
  'redis full': 'any',
  'redis read-only': 'any',
  'postgres backends terminated': 'any',
  'postgres restarted': 'any',
  'postgres crashed': 'any',
  'jobs delivered again': 'any',
  'provider restarted': 'any',
  'runner killed': 'any',
  'runner hangs': 'any',
  'runner cut': 'any',
  'runner answers lost': 'any',
} as const;

export type MixFault = keyof typeof MIX_FAULTS;

export interface RequiredFault {
  readonly fault: MixFault;
  /** Null: any app, or a shared server. */
  readonly app: string | null;
}

/** Faults that must strike at least once each. */
export const REQUIRED_FAULTS: readonly RequiredFault[] = (Object.keys(MIX_FAULTS) as MixFault[]).flatMap(
  (fault): RequiredFault[] => {
    const apps = MIX_FAULTS[fault];
    return apps === 'any' ? [{ fault, app: null }] : apps.map((app) => ({ fault, app }));
  },
);
