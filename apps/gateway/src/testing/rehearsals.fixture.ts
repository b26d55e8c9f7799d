/** For tests: paid executions without a worker, and changes to them by other processes. */
import { randomUUID } from 'node:crypto';
import type { Execution, Quote } from '@farebox/contract';
import { createExecutionStore, createWorkerStore } from '@farebox/executions';
import type { Reply, TestGateway, TestProject } from './gateway.fixture.ts';

export interface Rehearsals {
  readonly key: string;
  readonly keyId: string;
  readonly project: TestProject;
  readonly execute: (headers?: Readonly<Record<string, string>>) => Promise<Reply<Execution>>;
  readonly read: (id: string, headers?: Readonly<Record<string, string>>) => Promise<Reply<Execution>>;
  /** Starts the execution in another process than the gateway. */
  readonly start: (id: string) => Promise<void>;
  /** Ends the execution in another process than the gateway. */
  readonly end: (id: string) => Promise<void>;
}

export async function rehearsalsOn(gateway: TestGateway): Promise<Rehearsals> {
  const project = await gateway.newProject();
  const { token: key, keyId } = await project.newKey();
  const input = { tool: 'rehearsal', arguments: {} };
  const { data } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
  const json = { ...input, priceVersion: data.priceVersion, maximumChargeMicros: data.maximumChargeMicros };
  const store = createExecutionStore(gateway.database);
  return {
    key,
    keyId,
    project,
    execute: (headers = {}) =>
      gateway.call('POST /tools/rehearsal', { key, json, headers: { 'Idempotency-Key': randomUUID(), ...headers } }),
    read: (id, headers = {}) => gateway.call(`GET /tools/executions/${id}`, { key, headers }),
    async start(id) {
      const { engine } = await gateway.database.prisma.execution.findFirstOrThrow({ where: { id } });
      const worker = createWorkerStore(gateway.database, { engine: engine as 'image', leaseSeconds: 600 });
      if ((await worker.claim({ projectId: project.id, id })) === null) throw new Error('it could not be claimed');
    },
    async end(id) {
      const { kind } = await store.requestCancel({ projectId: project.id, id, keyLineage: keyId, role: 'ADMIN' });
      if (kind !== 'cancelled') throw new Error(kind);
    },
  };
}
