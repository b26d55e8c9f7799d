/**
 * Decides the behaviour of calls without a directive: first the rules for the next calls, then a seeded mix, else `ok`.
 * It is stored on disk, and a rule is marked as used on disk before it acts. So a scripted crash happens once, and not
 * after every restart.
 */
import { createHash } from 'node:crypto';
import { type Behaviour, directiveIn, OK, parseBehaviour } from './behaviour.ts';
import type { Call } from './call.ts';
import { readJson, writeJson } from './journal/whole-file.ts';

/** Matches a call if every named condition is true. */
export interface ScriptRule {
  readonly behaviour: string;
  readonly times: number;
  readonly provider?: string;
  readonly model?: string;
  readonly token?: string;
  /** A part of the prompt or text. */
  readonly contains?: string;
}

export interface SimulatorScript {
  readonly next: readonly ScriptRule[];
  /** Behaviour → weight. The same seed, text and call number draw the same behaviour. */
  readonly mix: { readonly seed: number; readonly weights: Readonly<Record<string, number>> } | null;
}

export interface Script {
  current(): SimulatorScript;
  /** Throws UnknownBehaviourError. */
  replace(script: SimulatorScript): void;
  /** Throws UnknownBehaviourError for an unknown directive. */
  behaviourOf(call: Call): Behaviour;
}

export function openScript(path: string): Script {
  let script = (readJson(path) ?? { next: [], mix: null }) as SimulatorScript;
  const drawn = new Map<string, number>();

  function replace(next: SimulatorScript): void {
    for (const text of [...next.next.map(({ behaviour }) => behaviour), ...Object.keys(next.mix?.weights ?? {})])
      parseBehaviour(text);
    writeJson(path, next);
    script = next;
  }

  function fromRules(call: Call): Behaviour | null {
    const found = script.next.find((rule) => rule.times > 0 && matches(rule, call));
    if (found === undefined) return null;
    const used = script.next.map((rule) => (rule === found ? { ...rule, times: rule.times - 1 } : rule));
    replace({ ...script, next: used.filter(({ times }) => times > 0) });
    return parseBehaviour(found.behaviour);
  }

  function fromMix(call: Call): Behaviour | null {
    if (script.mix === null) return null;
    const subject = `${script.mix.seed} ${call.provider} ${call.text === '' ? call.token : call.text}`;
    const count = drawn.get(subject) ?? 0;
    drawn.set(subject, count + 1);
    return pick(script.mix.weights, fractionOf(`${subject} ${count}`));
  }

  return {
    current: () => script,
    replace,
    behaviourOf: (call) => directiveIn(call.text) ?? fromRules(call) ?? fromMix(call) ?? OK,
  };
}

const matches = ({ provider, model, token, contains = '' }: ScriptRule, call: Call): boolean =>
  (provider === undefined || provider === call.provider) &&
  (model === undefined || model === call.model) &&
  (token === undefined || token === call.token) &&
  call.text.includes(contains);

/** A number from 0 up to (not including) 1, derived from the text. */
const fractionOf = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;

function pick(weights: Readonly<Record<string, number>>, fraction: number): Behaviour {
  const entries = Object.entries(weights);
  let left = fraction * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [text, weight] of entries) {
    left -= weight;
    if (left < 0) return parseBehaviour(text);
  }
  return OK;
}
