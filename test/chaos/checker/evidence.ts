/** What the checker judges: rows as they stand in the database, the client's log, the provider's cost log, objects, answers, leaks. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Amounts and counts are JSON integers, all far below 2^53. */
export interface Account {
  readonly id: string;
  readonly monthly_cap_micros: number | null;
  readonly funded_micros: number;
  readonly available_micros: number;
  readonly held_micros: number;
  readonly spent_micros: number;
}

export interface Transfer {
  readonly id: number;
  readonly project_id: string;
  readonly kind: 'top_up' | 'reserve' | 'settle' | 'release';
  readonly amount_micros: number;
  readonly execution_id: string | null;
  readonly created_at: string;
}

export interface Usage {
  readonly project_id: string;
  readonly month: string;
  readonly settled_requests: number;
  readonly charged_micros: number;
}

export interface Execution {
  readonly id: string;
  readonly project_id: string;
  readonly key_lineage: string;
  readonly idempotency_key: string;
  readonly tool: string;
  readonly status: string;
  readonly status_reason: string | null;
  readonly minimum_micros: number;
  readonly maximum_micros: number;
  readonly charged_micros: number | null;
  readonly billing: readonly { readonly amountMicros: number }[] | null;
  readonly plan: readonly Planned[];
  readonly epoch: number;
  readonly attempts: number;
  readonly created_at: string;
  readonly finished_at: string | null;
}

export interface Planned {
  readonly engine: string;
  readonly operation: string;
  readonly price: { readonly unitPriceMicros: string; readonly unitsMax: number };
}

export interface Step {
  readonly execution_id: string;
  readonly index: number;
  readonly status: string;
  readonly epoch: number;
  readonly units: number | null;
}

export interface StoredFile {
  readonly id: string;
  readonly project_id: string;
  readonly origin: 'upload' | 'artifact';
  readonly execution_id: string | null;
  readonly step: number | null;
  /** `\x` and hexadecimal digits. */
  readonly sha256: string;
  readonly size_bytes: number;
  readonly object_key: string;
  readonly deleted_at: string | null;
}

export interface Change {
  readonly kind: 'execution' | 'step';
  readonly application: string;
  readonly execution_id: string;
  readonly step: number | null;
  readonly old_status: string | null;
  readonly new_status: string;
  readonly old_epoch: number | null;
  readonly new_epoch: number;
  readonly execution_epoch: number | null;
}

export interface StoredObject {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface Cost {
  readonly at: string;
  readonly token: string | null;
  readonly costMicros: number;
  /** How the provider behaved; after `cost-nan` it never told what it cost. */
  readonly behaviour: { readonly name: string };
}

/** A line of the client's log: a request, or the answer to one. */
export interface Said {
  readonly at: string;
  readonly request?: number;
  readonly act?: string;
  readonly projectId?: string;
  readonly lineage?: number;
  readonly idempotencyKey?: string;
  readonly executionId?: string;
  readonly bodySha256?: string | null;
  readonly answerTo?: number;
  readonly lost?: string;
  readonly status?: number;
  readonly message?: string;
  readonly accepted?: boolean | 'unknown';
  readonly id?: string;
  readonly executionStatus?: string;
  readonly chargedMicros?: number | null;
}

/** What the running system answered to the checker's own requests. */
export interface Answers {
  readonly usage: readonly { readonly projectId: string; readonly data: Record<string, number | string | null> }[];
  readonly listed: readonly { readonly projectId: string; readonly ids: readonly string[] }[];
  readonly read: readonly { readonly id: string; readonly status: string; readonly chargedMicros: number | null }[];
  /** Another project's id, and one that nobody has: the answers must be the same, byte for byte. */
  readonly foreign: readonly { readonly asked: string; readonly theirs: string; readonly absent: string }[];
  readonly downloads: readonly { readonly fileId: string; readonly sha256: string }[];
}

export interface Evidence {
  readonly run: { readonly healedAt: string; readonly settledAfterMs: number | null };
  readonly accounts: readonly Account[];
  readonly transfers: readonly Transfer[];
  readonly usage: readonly Usage[];
  readonly executions: readonly Execution[];
  readonly steps: readonly Step[];
  readonly files: readonly StoredFile[];
  readonly history: readonly Change[];
  readonly objects: readonly StoredObject[];
  readonly costs: readonly Cost[];
  readonly client: readonly Said[];
  readonly answers: Answers;
  /** Statements that the database must refuse, tried and rolled back. */
  readonly probes: readonly { readonly statement: string; readonly refused: boolean }[];
  readonly leaks: readonly string[];
}

export function readEvidence(directory: string): Evidence {
  const lines = <T>(file: string): T[] => {
    const path = join(directory, file);
    if (!existsSync(path)) return [];
    return readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as T);
  };
  const rows = <T>(name: string): T[] => lines<T>(`evidence/${name}.jsonl`);
  const whole = <T>(file: string): T => JSON.parse(readFileSync(join(directory, file), 'utf8')) as T;
  return {
    run: whole('run.json'),
    accounts: rows('accounts'),
    transfers: rows('transfers'),
    usage: rows('usage'),
    executions: rows('executions'),
    steps: rows('steps'),
    files: rows('files'),
    history: rows('history'),
    objects: rows('objects'),
    costs: rows('costs'),
    client: lines('client.jsonl'),
    answers: whole('evidence/answers.json'),
    probes: rows('probes'),
    leaks: whole('evidence/leaks.json'),
  };
}

export const isTerminal = (status: string): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';
