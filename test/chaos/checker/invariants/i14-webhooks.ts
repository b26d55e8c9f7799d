/** I14 for webhooks: an endpoint gets every end in its project at least once, signed, under one id, with the content of a poll, and no other. */
import { type Evidence, isTerminal } from '../evidence.ts';
import type { Message } from '../told.ts';

export function checkWebhooks({ webhooks, executions, replies }: Evidence): string[] {
  const projects = new Set(webhooks.map(({ projectId }) => projectId));
  const messages = webhooks.filter((line): line is Message => 'messageId' in line);
  const taken = new Set(messages.filter(({ isTaken }) => isTaken).map(({ id }) => id));
  const rows = new Map(executions.map((row) => [row.id, row]));
  const polled = new Map(replies.read.map((reply) => [reply.id, reply]));
  const missing = executions
    .filter(({ id, project_id, status }) => projects.has(project_id) && isTerminal(status) && !taken.has(id))
    .map(({ id }) => `no endpoint took the end of ${id}`);
  const wrong = messages.flatMap((message) => {
    const { id, projectId, isSigned, type, status, chargedMicros, sha256 } = message;
    const row = rows.get(id);
    if (row?.project_id !== projectId) return [`${projectId} was sent ${id}, which is not its own`];
    if (!isSigned) return [`the message of ${id} was not signed by its endpoint's secret`];
    if (type !== `execution.${row.status}` || status !== row.status || chargedMicros !== row.charged_micros)
      return [
        `${id} was sent as ${type}, ${status}, charged ${chargedMicros}; it is ${row.status}, charged ${row.charged_micros}`,
      ];
    return (polled.get(id)?.sha256 ?? sha256) === sha256 ? [] : [`${id} was sent in other words than a poll has`];
  });
  return [...missing, ...wrong, ...severalIds(messages)];
}

/** One id for each end, however often it is sent: by it a receiver recognises repeats. */
function severalIds(messages: readonly Message[]): string[] {
  const pairs = new Set(messages.map(({ id, messageId }) => `${id} ${messageId}`));
  const count = (of: readonly string[]): number => new Set(of).size;
  const [ids, messageIds] = [messages.map(({ id }) => id), messages.map(({ messageId }) => messageId)];
  return count(ids) === pairs.size && count(messageIds) === pairs.size
    ? []
    : [`${count(ids)} ends were sent under ${count(messageIds)} ids, in ${pairs.size} pairs`];
}
