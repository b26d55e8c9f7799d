/** The command that usually follows an act, for a person. */
import type { OperatorRouteName } from '@farebox/contract';
import type { Given } from './request.ts';

type Data = Readonly<Record<string, unknown>>;

const STEPS: Partial<Readonly<Record<OperatorRouteName, (data: Data, given: Given) => string | null>>> = {
  previewTool(data, { positional }) {
    if (data['isNew'] !== true) return offerOf(data);
    // Publishing does not end a retirement.
    return `tool publish ${positional}${data['retiredAt'] === null ? ' --activate' : ''}`;
  },
  publishTool: (data) => offerOf(data) ?? `tool show ${String(data['name'])}`,
  activateTool: ({ name }) => `quote ${String(name)} --help`,
  retireTool: ({ name }) => `tool activate ${String(name)} # if it is to be offered again`,
};

/** Null: the version is offered already. */
const offerOf = ({ name, version, activeVersion }: Data): string | null =>
  activeVersion === version ? null : `tool activate ${String(name)} ${String(version)}`;

/** Null: none. */
export function nextStepOf(name: OperatorRouteName, data: unknown, given: Given): string | null {
  const step = STEPS[name]?.(data as Data, given) ?? null;
  return step === null ? null : `Next: farebox ${step}`;
}
