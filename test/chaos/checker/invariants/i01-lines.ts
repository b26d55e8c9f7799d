/** I1 for the lines of a statement: for each tool the number and the sum of the charges of executions that ended in its month. */
import type { ToolLine } from '../acts.ts';
import type { Evidence } from '../evidence.ts';

/** Lines of a month by the executions of a project. */
export function linesOf(executions: Evidence['executions'], month: string): ToolLine[] {
  const charged = executions.filter(
    ({ charged_micros, finished_at }) =>
      (charged_micros ?? 0) > 0 && finished_at !== null && new Date(finished_at).toISOString().startsWith(month),
  );
  return [...Map.groupBy(charged, ({ tool }) => tool)].map(([tool, own]) => ({
    tool,
    executions: own.length,
    chargedMicros: own.reduce((sum, { charged_micros }) => sum + (charged_micros ?? 0), 0),
  }));
}

const textOf = (lines: readonly ToolLine[]): string =>
  lines
    .map(({ tool, executions, chargedMicros }) => `${tool} ${executions} × ${chargedMicros}`)
    .toSorted()
    .join(', ');

/** Months are compared only if all clocks agree. */
export function checkLines({ run, replies, executions }: Pick<Evidence, 'run' | 'replies' | 'executions'>): string[] {
  if (!run.clocksAgree) return [];
  return replies.statements.flatMap(({ projectId, month, tools }) => {
    const own = executions.filter(({ project_id }) => project_id === projectId);
    const [is, due] = [textOf(tools), textOf(linesOf(own, month))];
    return is === due ? [] : [`the statement of ${projectId} for ${month} says ${is}, charged was ${due}`];
  });
}
