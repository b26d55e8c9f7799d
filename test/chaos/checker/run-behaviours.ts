/**
 * Every way in which the runner of a mix misbehaves, by the word in the client's arguments. The checker demands each of them, and the
 * runner reads this list too, so that what is demanded is played.
 */

export const RUN_BEHAVIOURS = [
  'ok',
  'slow',
  'refuses',
  'page',
  'resets',
  'crashes',
  'hangs',
  'silent',
  'forgets',
  'odd',
  'twice',
  'changes-mind',
  'runs-on',
  'units-above',
  'units-negative',
  'units-nan',
  'units-none',
  'cost-above',
  'cost-negative',
  'cost-nan',
  'cost-number',
  'no-file',
  'two-files',
  'fails',
  'fails-unbilled',
  'fails-unclear',
  'stops',
] as const;

export type RunBehaviour = (typeof RUN_BEHAVIOURS)[number];

const TOLD = /^#run:([a-z-]+)/;

/** Undefined: the text names no behaviour. */
export const behaviourIn = (told: unknown): RunBehaviour | undefined =>
  RUN_BEHAVIOURS.find((each) => each === TOLD.exec(String(told))?.[1]);
