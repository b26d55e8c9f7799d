/** I7 for own tools: a success has the files that its runner has put, byte for byte, and the result that it stated. */
import { isEqual } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import { type OwnCall, ownCallsIn } from '../own-calls.ts';

export function checkOwnResults({ files, steps, ...evidence }: Evidence): string[] {
  const made = Map.groupBy(files, ({ execution_id, step }) => `${execution_id}.${step}`);
  const done = new Map(steps.map((step) => [`${step.execution_id}.${step.index}`, step]));
  return ownCallsIn({ files, steps, ...evidence }).flatMap((call) => {
    const { status, result = null } = done.get(call.token) ?? {};
    if (status !== 'succeeded' || (call.execution.content_deleted_at ?? null) !== null) return [];
    return [
      ...(made.get(call.token) ?? [])
        .filter(({ sha256 }) => call.run?.puts.has(sha256.replace('\\x', '')) !== true)
        .map(({ id }) => `${id} of ${call.token} has other bytes than its runner has put`),
      ...checkResult(call, result),
    ];
  });
}

function checkResult({ token, run }: OwnCall, result: unknown): string[] {
  return run?.ends.some((end) => isEqual(end['result'], result)) === true
    ? []
    : [`${token} has a result that its runner never stated`];
}
