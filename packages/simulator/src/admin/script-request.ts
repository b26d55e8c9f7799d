/** Validates a script from HTTP: `{ next?: [{ behaviour, times, … }], mix?: { seed, weights } | null }`. */
import { Refused } from '../http/response.ts';
import type { ScriptRule, SimulatorScript } from '../script.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Throws Refused. Behaviour names are checked where they are used. */
export function readScript({ next = [], mix = null, ...others }: Fields): SimulatorScript {
  if (Object.keys(others).length > 0) refuse(`"${Object.keys(others).join(', ')}" is not part of a script`);
  if (!Array.isArray(next)) refuse('"next" must be a list');
  return { next: (next as unknown[]).map(readRule), mix: mix === null ? null : readMix(fieldsOf(mix, 'mix')) };
}

const MATCHES = ['provider', 'model', 'token', 'contains'] as const;

function readRule(value: unknown): ScriptRule {
  const { behaviour, times = 1, ...matches } = fieldsOf(value, 'next');
  if (typeof behaviour !== 'string') refuse('a rule needs a "behaviour"');
  if (!Number.isInteger(times) || (times as number) < 1) refuse('"times" must be a positive integer');
  for (const [name, text] of Object.entries(matches)) {
    if (!MATCHES.some((each) => each === name) || typeof text !== 'string') refuse(`"${name}" cannot be matched`);
  }
  return { behaviour, times: times as number, ...(matches as Omit<ScriptRule, 'behaviour' | 'times'>) };
}

function readMix({ seed, weights, ...others }: Fields): SimulatorScript['mix'] {
  if (!Number.isInteger(seed) || Object.keys(others).length > 0) refuse('"mix" needs an integer "seed" and "weights"');
  const entries = Object.entries(fieldsOf(weights, 'weights'));
  if (entries.some(([, weight]) => !(typeof weight === 'number' && weight >= 0))) refuse('weights must be numbers');
  return { seed: seed as number, weights: Object.fromEntries(entries) as Record<string, number> };
}

function fieldsOf(value: unknown, name: string): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : refuse(`"${name}" must contain objects`);
}

function refuse(message: string): never {
  throw new Refused(400, 'invalid_script', message);
}
