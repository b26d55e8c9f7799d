/** The record of a run for the checker: addresses, times, and every text that must appear nowhere. Keep its folder private. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Customer } from '../load/customers.ts';
import type { OwnTool } from '../load/own-tools.ts';
import { TEMPLATE_VERSIONS } from '../load/kinds.ts';
import { sessionOf } from './operators.ts';
import { appUrlOf } from './postgres.ts';
import type { System } from './system.ts';

/** All commits between `from` and `until` were lost. */
export interface Forgotten {
  readonly from: Date;
  readonly until: Date;
}

export interface RunRecord {
  readonly system: System;
  readonly options: { readonly part: string; readonly executions: number };
  readonly customers: readonly Customer[];
  /** Own tools that were sold; default none. */
  readonly ownTools?: readonly OwnTool[];
  readonly directory: string;
  readonly recoveredAt: Date;
  /** Used part of the allowed 60 s, in time that the machine gave. */
  readonly settledAfterMs: number | null;
  /** The run has changed a clock, so times of different processes are not comparable. */
  readonly clockChanged?: boolean;
  /** Commits that a failover lost. */
  readonly forgotten?: Forgotten | undefined;
}

/** Call it after keepers and workers have ended. */
export async function writeRunRecord({ system, options, customers, directory, ...run }: RunRecord): Promise<void> {
  const { servers, databaseUrl, gatewayUrls, operatorUrls, secrets, bucket } = system;
  const session = await sessionOf(system, 'checker');
  const { store, simulator } = servers;
  const record = {
    databaseUrl,
    gatewayUrls,
    part: options.part,
    executions: options.executions,
    templates: TEMPLATE_VERSIONS.map((content, index) => ({ name: 'chaos', version: index + 1, content })),
    ownTools: run.ownTools ?? [],
    recoveredAt: run.recoveredAt.toISOString(),
    settledAfterMs: run.settledAfterMs,
    machine: system.machine.slices(),
    quietAt: new Date().toISOString(),
    reviewResolveSeconds: system.reviewResolveSeconds,
    clocksAgree: run.clockChanged !== true,
    forgotten: run.forgotten ?? null,
    store:
      store.kind === 's3'
        ? { kind: 's3', port: store.port, accessKey: store.accessKey, secretKey: store.secretKey, bucket }
        : { kind: 'disk', directory: store.directory },
    costLog: simulator.costLog,
    runnerBook: system.runner?.book ?? null,
    costsFrom: system.costsFrom,
    customers,
    operators: { urls: operatorUrls, token: session },
    logs: servers.logs,
    secrets: {
      'a provider key': simulator.keys,
      'the pepper': [secrets.pepper],
      'the URL secret': [secrets.urlSecret],
      'the session secret': [secrets.sessionSecret],
      'the session of an operator': [session],
      'the secret of a runner': system.runner === null ? [] : [system.runner.secret],
      'a runner key': system.runner?.keys ?? [],
      'the database password': [databaseUrl, appUrlOf(databaseUrl)].map((url) => new URL(url).password),
      'the key of the object store': store.kind === 's3' ? [store.secretKey] : [],
    },
  };
  writeFileSync(join(directory, 'run.json'), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
}
