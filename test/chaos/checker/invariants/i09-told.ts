/** I9 for responses: a client is told only states that the diary has, and none before it has it. */
import type { Evidence } from '../evidence.ts';
import { exchangesOf } from '../exchanges.ts';
import { forgottenIn } from '../forgotten.ts';

/** Times of different processes differ by less. */
const SLACK_MS = 1000;

export function checkToldStates(evidence: Evidence): string[] {
  const { history, client, run } = evidence;
  const { overlaps } = forgottenIn(evidence);
  const changes = Map.groupBy(
    history.filter(({ kind }) => kind === 'execution'),
    ({ execution_id }) => execution_id,
  );
  return exchangesOf(client).flatMap(({ request, act, at, reply }) => {
    const { id = '', executionStatus: told } = reply;
    const own = changes.get(id);
    if (act === 'agent' || told === undefined || own === undefined || overlaps(at, reply.at)) return [];
    const untilMs = run.clocksAgree ? Date.parse(reply.at) + SLACK_MS : Infinity;
    return own.some((change) => change.new_status === told && Date.parse(change.at) <= untilMs)
      ? []
      : [`request ${request} (${act}) was told that ${id} is ${told}, which it was not`];
  });
}
