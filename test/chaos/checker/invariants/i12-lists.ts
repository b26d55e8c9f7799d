/** I12 for lists: a list, and a read of several, show each execution of the project exactly once, and a list has the newest first. */
import type { Evidence } from '../evidence.ts';

/** The checker reads only the first ones of a project. */
const READS_MAX = 1000;

export function checkLists({ executions, shown, replies }: Evidence): string[] {
  const created = new Map(executions.map(({ id, created_at }) => [id, Date.parse(created_at)]));
  const times = (via: string): ReadonlyMap<string, number> =>
    new Map(
      [
        ...Map.groupBy(
          shown.filter((each) => each.via === via),
          ({ id }) => id,
        ),
      ].map(([id, own]) => [id, own.length]),
    );
  const [listed, read] = [times('list'), times('read')];
  return replies.listed.flatMap(({ projectId, ids }) => {
    const found: string[] = [];
    for (const [name, shownTimes, wanted] of [
      ['list', listed, ids],
      ['read', read, ids.slice(0, READS_MAX)],
    ] as const)
      for (const id of wanted)
        if (shownTimes.get(id) !== 1)
          found.push(`${name} of ${projectId} shows ${id} ${shownTimes.get(id) ?? 0} times`);
    for (const [index, id] of ids.entries())
      if ((created.get(id) ?? NaN) > (created.get(ids[index - 1] ?? '') ?? Infinity))
        found.push(`the list of ${projectId} has ${id} after an older one`);
    return found;
  });
}
