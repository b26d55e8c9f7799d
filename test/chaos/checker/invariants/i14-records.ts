/** I14 for the records of deliveries that an operator sees: one of each end, none given up, and each says what the endpoint answered and when. */
import type { Delivery } from '../deliveries.ts';
import type { Evidence } from '../evidence.ts';

/** The endpoints of a run take a message with this status. */
const TAKEN = 204;
/** A keeper records an attempt within its lease of a minute, or not at all. */
const RECORDED_MS_MAX = 300_000;

export function checkDeliveryRecords({ run, webhooks, deliveries }: Evidence): string[] {
  const takenMs = new Map<string, number>();
  for (const line of webhooks) {
    if (!('messageId' in line) || !line.isTaken) continue;
    const name = `${line.projectId} ${line.id}`;
    takenMs.set(name, Math.max(takenMs.get(name) ?? -Infinity, Date.parse(line.at)));
  }
  const found = deliveries.flatMap((delivery) => {
    const { project_id, execution_id } = delivery;
    const lastMs = run.clocksAgree ? (takenMs.get(`${project_id} ${execution_id}`) ?? Infinity) : Infinity;
    return checkOne(delivery, lastMs).map((what) => `the delivery of ${execution_id} to ${project_id} ${what}`);
  });
  for (const [name, own] of Map.groupBy(deliveries, (each) => `${each.endpoint_id} ${each.execution_id}`))
    if (own.length > 1) found.push(`${name} is recorded ${own.length} times`);
  // Each project has one endpoint.
  for (const [project, own] of Map.groupBy(deliveries, ({ project_id }) => project_id)) {
    const endpoints = new Set(own.map(({ endpoint_id }) => endpoint_id));
    if (endpoints.size > 1) found.push(`${project} has deliveries to ${[...endpoints].join(' and ')}`);
  }
  return found;
}

function checkOne(delivery: Delivery, lastMs: number): string[] {
  const { delivered_at: takenAt, next_at: nextAt, status_code: status, error, attempt_log: log, attempts } = delivery;
  const found: string[] = [];
  if (log.length > attempts) found.push(`has ${log.length} attempts in its log, and counts ${attempts}`);
  if (takenAt === null) return nextAt === null ? [...found, 'is given up'] : found;
  if (status !== TAKEN || error !== null) found.push(`is taken, with the status ${status} and the error ${error}`);
  const last = log.at(-1);
  if (last?.statusCode !== TAKEN) found.push(`is taken, and its last attempt is ${JSON.stringify(last)}`);
  if (Date.parse(takenAt) > lastMs + RECORDED_MS_MAX) found.push(`is taken at ${takenAt}, long after it was`);
  return found;
}
