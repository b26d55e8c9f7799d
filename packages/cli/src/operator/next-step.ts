/** The command that usually follows an act, for a person. */
import type { OperatorRouteName } from '@farebox/contract';
import type { Given } from './request.ts';

type Data = Readonly<Record<string, unknown>>;

const STEPS: Partial<Readonly<Record<OperatorRouteName, (data: Data, given: Given) => string | null>>> = {
  previewTool: ({ isNew }, { positional }) => (isNew === true ? `tool publish ${positional} --activate` : null),
  publishTool: ({ name, version, activeVersion }) =>
    activeVersion === version ? `tool show ${String(name)}` : `tool activate ${String(name)} ${String(version)}`,
  activateTool: ({ name }) => `quote ${String(name)} --help`,
  retireTool: ({ name }) => `tool activate ${String(name)} (if it is to be offered again)`,
};

/** Null: none. */
export function nextStepOf(name: OperatorRouteName, data: unknown, given: Given): string | null {
  const step = STEPS[name]?.(data as Data, given) ?? null;
  return step === null ? null : `Next: farebox ${step}`;
}
