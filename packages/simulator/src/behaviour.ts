/**
 * What a call can be made to meet: asked for by a directive in its text (`#sim:hang`, `#sim:429(2)`) or by the script.
 * The table is the documentation too: docs/simulator.md shows it.
 */

type Amount = 'milliseconds' | 'seconds' | 'times';

interface Declaration {
  /** What the number in parentheses means. */
  readonly amount?: Amount;
  /** Left out: every time, or for ever. */
  readonly defaultAmount?: number;
  /** Whether the call is accepted, and then whether it costs. */
  readonly effect: 'paid' | 'unpaid' | 'none';
  readonly meaning: string;
}

export const BEHAVIOURS = {
  ok: { effect: 'paid', meaning: 'the result, and what it cost' },
  slow: {
    amount: 'milliseconds',
    defaultAmount: 3_000,
    effect: 'paid',
    meaning: 'the result, later (3,000 ms unless told)',
  },
  '429': { amount: 'times', effect: 'none', meaning: 'refused with `Retry-After: 1`, every time or the first n times' },
  '500': { amount: 'times', effect: 'none', meaning: 'a JSON error with 500, every time or the first n times' },
  html: { amount: 'times', effect: 'none', meaning: 'an HTML page with 200, every time or the first n times' },
  truncated: { effect: 'paid', meaning: 'the first response ends in its middle' },
  'reset-after-accept': { effect: 'paid', meaning: 'the connection is reset in place of the first response' },
  '503-after-accept': {
    effect: 'paid',
    meaning:
      "a JSON error with 503 in place of the first response, as a proxy's whose connection broke; billed all the same",
  },
  'crash-after-accept': { effect: 'paid', meaning: 'the whole server dies in place of the first response' },
  late: {
    amount: 'seconds',
    defaultAmount: 5,
    effect: 'paid',
    meaning: 'the connection is reset; look-up finds nothing for n seconds (5), then the result',
  },
  'cost-above': { effect: 'paid', meaning: 'the result at a thousand times its cost' },
  'cost-nan': { effect: 'paid', meaning: 'the result, with `NaN` where its cost should be' },
  'cost-unstated': {
    amount: 'milliseconds',
    effect: 'paid',
    meaning: 'the result, later where a number is given, and never a word of what it cost',
  },
  'late-invoice': {
    amount: 'seconds',
    defaultAmount: 5,
    effect: 'paid',
    meaning: 'the result; what it cost is said only n seconds after its end (5), to whoever asks again',
  },
  moderated: { effect: 'unpaid', meaning: 'refused for its content, free' },
  'moderated-billed': { effect: 'paid', meaning: 'refused for its content, and billed' },
  hang: { amount: 'seconds', effect: 'paid', meaning: 'accepted, and no result for n seconds, or for ever' },
} as const satisfies Record<string, Declaration>;

export type BehaviourName = keyof typeof BEHAVIOURS;

export interface Behaviour {
  readonly name: BehaviourName;
  /** Null: every time, or for ever; also where the behaviour has no amount. */
  readonly amount: number | null;
}

/** What a call meets unless told otherwise, and after its refusals are used up. */
export const OK: Behaviour = { name: 'ok', amount: null };

/** Its message is for whoever wrote the directive or the script. */
export class UnknownBehaviourError extends Error {
  override readonly name = 'UnknownBehaviourError';
}

const FORM = /^([a-z0-9-]+)(?:\((\d{1,7})\))?$/;

/** `slow`, `slow(500)`, `429(2)`. Throws UnknownBehaviourError. */
export function parseBehaviour(text: string): Behaviour {
  const [, name = '', amount] = FORM.exec(text) ?? [];
  if (!isName(name)) {
    throw new UnknownBehaviourError(`"${text}" is no behaviour; they are ${Object.keys(BEHAVIOURS).join(', ')}`);
  }
  const declared: Declaration = BEHAVIOURS[name];
  if (declared.amount === undefined && amount !== undefined)
    throw new UnknownBehaviourError(`"${name}" takes no number`);
  return { name, amount: amount === undefined ? (declared.defaultAmount ?? null) : Number(amount) };
}

const isName = (name: string): name is BehaviourName => Object.hasOwn(BEHAVIOURS, name);

const DIRECTIVE = /#sim:([a-z0-9-]+(?:\(\w*\))?)/;

/** What the text itself asks for, or null. Throws UnknownBehaviourError: a misspelt rehearsal would silently succeed. */
export function directiveIn(text: string): Behaviour | null {
  const [, directive] = DIRECTIVE.exec(text) ?? [];
  return directive === undefined ? null : parseBehaviour(directive);
}
