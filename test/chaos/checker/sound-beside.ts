/** The parts of the sound run that follow from its rows: what the API shows, what endpoints received, and the measures of its bytes. */
import type { Statement } from './acts.ts';
import { type Account, type Evidence, type Execution, isTerminal, type Replies } from './evidence.ts';
import type { StoredFile } from './files.ts';
import type { Mutable } from './mutable.ts';
import { linesOf } from './invariants/i01-lines.ts';
import { showAgain, shownData } from './reordered.ts';
import type { Shown } from './sold.ts';
import type { MeasuredObject, ShownExecution, ShownFile } from './views.ts';
import type { Message } from './told.ts';

const ENDED = '2026-11-21T08:00:05.000Z';
const RETRIED = '2026-11-21T08:00:11.000Z';

type Derived = 'measured' | 'webhooks' | 'deliveries' | 'acts' | 'loggedActs' | 'replies';
type Asked = 'shown' | 'batches' | 'addresses' | 'statements';
export type Uncompleted = Omit<Evidence, Derived> & { readonly replies: Omit<Replies, Asked> };

/** Completes the run by its derived parts. */
export function completed(given: Uncompleted): Evidence {
  const { executions, files, replies } = given;
  return {
    ...given,
    client: given.client.map((line) => (isTerminal(line.executionStatus ?? '') ? { ...line, at: ENDED } : line)),
    shown: [...given.shown, ...executions.slice(1).flatMap(alsoShown)],
    measured: files.map((file) => measuredOf(file)),
    webhooks: soundWebhooks(),
    deliveries: ['exe_1', 'exe_2'].map((execution_id) => ({
      project_id: 'proj_1',
      endpoint_id: 'whk_1',
      execution_id,
      event: execution_id === 'exe_1' ? 'execution.succeeded' : 'execution.failed',
      attempts: execution_id === 'exe_1' ? 1 : 2,
      delivered_at: RETRIED,
      next_at: null,
      status_code: 204,
      error: null,
      attempt_log: [{ at: RETRIED, statusCode: 204, error: null }],
    })),
    acts: [],
    loggedActs: [],
    replies: {
      ...replies,
      shown: executions.map((execution) => shownOf(execution, files)),
      batches: [],
      addresses: [{ fileId: 'file_1', sizeBytes: 3, mimeType: 'image/png', validMs: 299_000 }],
      statements: [
        {
          projectId: 'proj_1',
          month: '2026-11',
          openingMicros: 0,
          toppedUpMicros: 2000,
          creditedMicros: 0,
          adjustedMicros: 0,
          refundedMicros: 0,
          chargedMicros: 350,
          closingMicros: 1650,
          heldMicros: 400,
          tools: linesOf(executions, '2026-11'),
        },
      ],
    },
  };
}

/** The other executions, in the list and in a read of several. */
const alsoShown = (row: Execution): Shown[] =>
  (['list', 'read'] as const).map((via) => ({
    via,
    id: row.id,
    sha256: via === 'list' ? null : `form of ${row.id}`,
    data: shownData(row),
  }));

export const measuredOf = (file: StoredFile): MeasuredObject => ({
  key: file.object_key,
  sha256: file.sha256.replace('\\x', ''),
  sizeBytes: file.size_bytes,
  mimeType: file.mime_type,
  width: file.width,
  height: file.height,
  seconds: file.duration_seconds,
});

export const shownFile = (file: StoredFile): ShownFile => ({
  id: file.id,
  mimeType: file.mime_type,
  sizeBytes: file.size_bytes,
  sha256: file.sha256.replace('\\x', ''),
  createdAt: file.created_at,
  expiresAt: file.expires_at,
  ...(file.width === null ? {} : { width: file.width }),
  ...(file.height === null ? {} : { height: file.height }),
  ...(file.duration_seconds === null ? {} : { durationSeconds: file.duration_seconds }),
});

/** The execution as a customer reads it. */
export const shownOf = (execution: Execution, files: readonly StoredFile[]): ShownExecution => ({
  id: execution.id,
  projectId: execution.project_id,
  status: execution.status,
  cancelRequested: execution.cancel_requested_at !== null,
  chargedMicros: execution.charged_micros,
  createdAt: execution.created_at,
  finishedAt: execution.finished_at,
  artifacts: files.filter(({ execution_id }) => execution_id === execution.id).map(shownFile),
});

/** Shows the rows to customers and operators as they are now, for a seeded breach that changes rows as a defect would. */
export function showRows(evidence: Mutable<Evidence>): void {
  const { executions, files, objects, measured, replies, accounts, batches, batchStates } = evidence;
  const shown = executions.map((execution) => shownOf(execution, files));
  const there = new Set(objects.map(({ key }) => key));
  const kept = files.filter(({ object_key }) => there.has(object_key)).map(measuredOf);
  Object.assign(replies, { shown });
  for (const statement of replies.statements) Object.assign(statement, balanced(statement, shown, accounts));
  measured.splice(0, measured.length, ...kept);
  showAgain(evidence);
  for (const { id, polled, listed } of batchStates) {
    const cancelRequested = batches.some((batch) => batch.id === id && batch.cancel_requested_at !== null);
    for (const shownBatch of [polled, listed]) Object.assign(shownBatch, { cancelRequested });
  }
}

/** The opening balance has everything before the month. */
function balanced(
  statement: Statement,
  shown: readonly ShownExecution[],
  accounts: readonly Account[],
): Partial<Statement> {
  const { month, projectId, toppedUpMicros, creditedMicros, adjustedMicros, refundedMicros } = statement;
  const { available_micros = 0, held_micros = 0 } = accounts.find(({ id }) => id === projectId) ?? {};
  const ended = shown.filter(({ finishedAt }) => finishedAt?.startsWith(month));
  const chargedMicros = ended.reduce((sum, each) => sum + (each.chargedMicros ?? 0), 0);
  const closingMicros = available_micros + held_micros;
  const openingMicros =
    closingMicros - toppedUpMicros - creditedMicros - adjustedMicros - refundedMicros + chargedMicros;
  return { openingMicros, chargedMicros, closingMicros, heldMicros: held_micros };
}

function soundWebhooks(): Evidence['webhooks'] {
  const message = { projectId: 'proj_1', isSigned: true, isTaken: true, sha256: 'abc', endedAt: ENDED };
  const succeeded = {
    id: 'exe_1',
    messageId: 'msg_1',
    type: 'execution.succeeded',
    status: 'succeeded',
    chargedMicros: 300,
  };
  const failed = { id: 'exe_2', messageId: 'msg_2', type: 'execution.failed', status: 'failed', chargedMicros: 50 };
  const [once, again] = [ENDED, RETRIED].map((at) => ({ at, signedAt: at }));
  const messages = [
    { ...message, ...once, ...succeeded },
    { ...message, ...once, ...failed, isTaken: false },
    { ...message, ...again, ...failed },
  ] as Message[];
  return [{ projectId: 'proj_1' }, ...messages];
}
