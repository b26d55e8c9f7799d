/** Demands on the runs of own tools: those that Farebox sends to their runner, and those for which their runner asks. */
import type { Evidence } from './evidence.ts';
import { isPull } from './own-tools.ts';
import { behaviourIn, RUN_BEHAVIOURS } from './run-behaviours.ts';
import { type Run, runsIn, type Start } from './runs.ts';

export interface RunDemand {
  /** Minimum number of runs that the runner began: of each behaviour, together, and denied although its tool is not idempotent. */
  readonly each: number;
  readonly all: number;
  readonly denied: number;
  /** Minimum number of runs that the runner claimed and began, and of their behaviours; of runs that came again; and of ends that were taken. */
  readonly pulled: { readonly kinds: number; readonly all: number; readonly again: number; readonly taken: number };
}

type Count = readonly [what: string, is: number, least: number];

interface Begun extends Run {
  readonly start: Start;
  readonly behaviour: string | undefined;
}

export function runDemandsIn({ runs, run: { ownTools } }: Evidence, demand: RunDemand): Count[] {
  const begun = [...runsIn(runs).values()].flatMap((run): Begun[] => {
    const [first] = run.begun;
    return first === undefined
      ? []
      : [{ ...run, start: first.start, behaviour: behaviourIn(first.start.arguments['told']) }];
  });
  const named = (is: (tool: (typeof ownTools)[number]) => boolean): ReadonlySet<string> =>
    new Set(ownTools.filter(is).map(({ name }) => name));
  const [honoured, pulling] = [
    named(({ manifest }) => manifest.runner.idempotent === true),
    named(({ manifest }) => isPull(manifest)),
  ];
  const sent = begun.filter(({ start }) => !pulling.has(start.tool));
  const pulled = begun.filter(({ start }) => pulling.has(start.tool));
  const sold = new Set(begun.map(({ start: { tool, version } }) => `${tool} ${version}`));
  const denied = sent.filter(({ start, behaviour }) => behaviour === 'forgets' && !honoured.has(start.tool));
  const { kinds, all, again, taken } = demand.pulled;
  const played = new Set(pulled.flatMap(({ behaviour }) => behaviour ?? []));
  return [
    ['runs of own tools were begun', sent.length, demand.all],
    ['starts were denied by a runner that knows no tokens', denied.length, demand.denied],
    ['versions of own tools were bought', sold.size, Math.min(demand.each, 1) * ownTools.length],
    ...RUN_BEHAVIOURS.map((each): Count => [
      `runs were played: ${each}`,
      sent.filter(({ behaviour }) => behaviour === each).length,
      demand.each,
    ]),
    ['runs were begun by a runner that asks', pulled.length, all],
    ['runs came to a runner that asks once more', pulled.filter(({ leases }) => leases.size > 1).length, again],
    ['ends of a runner that asks were taken', pulled.filter((run) => run.taken.length > 0).length, taken],
    ['behaviours were shown by a runner that asks', played.size, Math.min(kinds, RUN_BEHAVIOURS.length)],
  ];
}
