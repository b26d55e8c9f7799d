/**
 * Behaviours of a simulated call, requested by a directive in its text (`#sim:hang`, `#sim:429(2)`) or by the script.
 * docs/simulator.md is generated from this table.
 */

type Amount = 'milliseconds' | 'seconds' | 'times';

interface Declaration {
  /** Meaning of the number in parentheses. */
  readonly amount?: Amount;
  /** Amount if the directive has none; if omitted: always, or forever. */
  readonly defaultAmount?: number;
  /** Whether the call is accepted, and whether it then costs. */
  readonly effect: 'paid' | 'unpaid' | 'none';
  readonly meaning: string;
}

export const BEHAVIOURS = {
  ok: { effect: 'paid', meaning: 'the result and its cost' },
  slow: {
    amount: 'milliseconds',
    defaultAmount: 3_000,
    effect: 'paid',
    meaning: 'the result, later (3,000 ms by default)',
  },
  '429': { amount: 'times', effect: 'none', meaning: 'refused with `Retry-After: 1`, always or the first n times' },
  '500': { amount: 'times', effect: 'none', meaning: 'a JSON error with 500, always or the first n times' },
  html: { amount: 'times', effect: 'none', meaning: 'an HTML page with 200, always or the first n times' },
  truncated: { effect: 'paid', meaning: 'the first response ends halfway' },
  'reset-after-accept': { effect: 'paid', meaning: 'the connection is reset instead of the first response' },
  '503-after-accept': {
    effect: 'paid',
    meaning:
      'a JSON error with 503 instead of the first response, like a proxy whose connection broke; the call is billed',
  },
  'crash-after-accept': { effect: 'paid', meaning: 'the whole server crashes instead of the first response' },
  late: {
    amount: 'seconds',
    defaultAmount: 5,
    effect: 'paid',
    meaning: 'the connection is reset; lookups find nothing for n seconds (5), then the result',
  },
  'cost-above': { effect: 'paid', meaning: 'the result at a thousand times its cost' },
  'cost-nan': {
    effect: 'paid',
    meaning: 'the result, with the bare word `NaN` as its cost, as some services write it',
  },
  'cost-unstated': {
    amount: 'milliseconds',
    effect: 'paid',
    meaning: 'the result, delayed if a number is given, and its cost is never reported',
  },
  'late-invoice': {
    amount: 'seconds',
    defaultAmount: 5,
    effect: 'paid',
    meaning: 'the result; its cost is reported only n seconds after its end (5), to a later lookup',
  },
  'other-form': {
    effect: 'paid',
    meaning: 'the result in another form: speech as WAV, any other file with a line break behind its end',
  },
  unreadable: { effect: 'paid', meaning: 'a result whose file, or transcript, cannot be read' },
  moderated: { effect: 'unpaid', meaning: 'refused for its content, free' },
  'moderated-billed': { effect: 'paid', meaning: 'refused for its content, and billed' },
  hang: { amount: 'seconds', effect: 'paid', meaning: 'accepted, and no result for n seconds, or never' },
} as const satisfies Record<string, Declaration>;

export type BehaviourName = keyof typeof BEHAVIOURS;

export interface Behaviour {
  readonly name: BehaviourName;
  /** Null: always, or forever; also if the behaviour has no amount. */
  readonly amount: number | null;
}

/** The default behaviour, also after the requested refusals are used up. */
export const OK: Behaviour = { name: 'ok', amount: null };

/** Its message is for the author of the directive or the script. */
export class UnknownBehaviourError extends Error {
  override readonly name = 'UnknownBehaviourError';
}

const FORM = /^([a-z0-9-]+)(?:\((\d{1,7})\))?$/;

/** `slow`, `slow(500)`, `429(2)`. Throws UnknownBehaviourError. */
export function parseBehaviour(text: string): Behaviour {
  const [, name = '', amount] = FORM.exec(text) ?? [];
  if (!isName(name)) {
    throw new UnknownBehaviourError(`"${text}" is not a behaviour; use one of ${Object.keys(BEHAVIOURS).join(', ')}`);
  }
  const declared: Declaration = BEHAVIOURS[name];
  if (declared.amount === undefined && amount !== undefined)
    throw new UnknownBehaviourError(`"${name}" takes no number`);
  return { name, amount: amount === undefined ? (declared.defaultAmount ?? null) : Number(amount) };
}

const isName = (name: string): name is BehaviourName => Object.hasOwn(BEHAVIOURS, name);

const DIRECTIVE = /#sim:([a-z0-9-]+(?:\(\w*\))?)/;

/**
 * The directive in the text, or null. Throws UnknownBehaviourError, because a misspelt directive would silently
 * succeed.
 */
export function directiveIn(text: string): Behaviour | null {
  const [, directive] = DIRECTIVE.exec(text) ?? [];
  return directive === undefined ? null : parseBehaviour(directive);
}
