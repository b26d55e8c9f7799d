/** Every step that calls an own tool: what the client asked for, the manifest that its quote names, and the run that the runner has of it. */
import type { Evidence, Execution } from './evidence.ts';
import { isTerminal } from './evidence.ts';
import { tableVersionOf } from './forms.ts';
import { type AskedStep, stepsOf } from './inputs.ts';
import { contentOf } from './invariants/i12-inputs.ts';
import { orderedIn } from './orders.ts';
import { isOwnStep, namedBy, type OwnTool, unitsMaxOf } from './own-tools.ts';
import { bookOf } from './price-book.ts';
import { type Bought, type Run, runsIn } from './runs.ts';

export interface OwnCall extends Bought {
  readonly token: string;
  readonly execution: Execution;
  readonly index: number;
  readonly asked: AskedStep;
  readonly tool: OwnTool;
  /** Undefined: the runner never began it. */
  readonly run: Run | undefined;
}

/** An execution of another price version, and one that nobody asked for, are breaches of other promises. */
export function ownCallsIn(evidence: Evidence): OwnCall[] {
  const { ownTools } = evidence.run;
  const tables = bookOf(evidence)?.tables;
  if (ownTools.length === 0 || tables === undefined) return [];
  const [content, runs] = [contentOf(evidence), runsIn(evidence.runs)];
  const known = { tables: [...tables.keys()], ownTools };
  return orderedIn(evidence).flatMap(([execution, order]) => {
    const steps = stepsOf(order, content(order.tool, order.quoted?.model ?? null));
    const names = steps.map(({ tool }) => tool).filter((name) => ownTools.some((tool) => tool.name === name));
    const named = namedBy(tableVersionOf(execution.price_version), names, known);
    return steps.flatMap((asked, index): OwnCall[] => {
      const tool = named?.tools.get(asked.tool);
      if (tool === undefined) return [];
      const { manifest } = tool;
      const token = `${execution.id}.${index}`;
      const part = manifest.price.unitPriceMicros * unitsMaxOf(manifest, asked.arguments);
      const limitMicros = steps.length === 1 ? execution.maximum_micros : part;
      return [
        { token, execution, index, asked, tool, manifest, input: asked.arguments, limitMicros, run: runs.get(token) },
      ];
    });
  });
}

export const hasEnded = ({ execution }: OwnCall): boolean => isTerminal(execution.status);

/** Names of the own tools in a plan. */
export const ownNamesOf = ({ plan, tool }: Pick<Execution, 'plan' | 'tool'>): string[] =>
  plan.filter(isOwnStep).map(({ price }) => price.sold?.tool ?? tool);
