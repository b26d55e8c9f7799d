/** What the handlers stand on. Each is a port or a pure thing; main.ts makes them, tests make others. */
import type { Durations } from '@farebox/catalog';
import type { BatchStore, ExecutionStore } from '@farebox/executions';
import type { FileStore, ResumableStore, StorageQuota } from '@farebox/files';
import type { KeyEnvironment, OriginDirectory } from '@farebox/identity';
import type { MonthUsage } from '@farebox/ledger';
import type { Clock } from '@farebox/kernel';
import type { ArtifactStore, Downloads } from '@farebox/storage';
import type { Inspector } from '@farebox/media';
import type { Metrics } from '@farebox/telemetry';
import type { TemplateStore } from '@farebox/catalog/templates';
import type { CircuitWatch } from '../accept/circuit-watch.ts';
import type { Dispatcher } from '../accept/dispatcher.ts';
import type { Offers } from '../process/offers.ts';
import type { SmallTurns } from '../upload/small-turns.ts';
import type { Finish } from '../upload/finish-resumable.ts';
import type { ResumableAddresses } from '../upload/resumable-addresses.ts';
import type { UploadAddresses } from '../upload/upload-addresses.ts';
import type { UploadBudget } from '../upload/upload-budget.ts';
import type { ExecutionPoller } from '../watch/execution-poller.ts';
import type { ProjectStreamOpener } from '../watch/project-stream-opener.ts';
import type { LongPolls } from '../watch/long-polls.ts';

export interface Resumable extends ResumableStore {
  readonly bytesMax: number;
  /** Makes the file of an upload that is whole. */
  readonly toFile: Finish;
  readonly urlOf: ResumableAddresses['urlOf'];
  readonly openAddress: ResumableAddresses['open'];
}

export interface Dependencies {
  /** What each project is offered now: by its prices, and on the simulator where it is a test project. */
  readonly offers: Pick<Offers, 'catalogOf'>;
  /** How long executions take in projects of either kind, as far as it is known now. */
  readonly durations: Readonly<Record<KeyEnvironment, () => Durations>>;
  readonly circuits: CircuitWatch;
  /** The setting: false switches the whole deployment off, whatever the platform's own switch says. A project has its own. */
  readonly executionEnabled: boolean;
  readonly executions: ExecutionStore;
  readonly batches: BatchStore;
  readonly waits: Pick<LongPolls, 'answered'>;
  readonly watch: Pick<ExecutionPoller, 'follow'>;
  readonly projectStreams: ProjectStreamOpener;
  readonly files: FileStore;
  readonly templates: TemplateStore;
  readonly usage: (projectId: string, keyLineage?: string) => Promise<MonthUsage>;
  readonly artifacts: ArtifactStore;
  readonly downloads: Pick<Downloads, 'urlOf'>;
  readonly dispatcher: Dispatcher;
  readonly origins: OriginDirectory;
  readonly uploadAddresses: UploadAddresses;
  readonly uploadBudget: UploadBudget;
  readonly uploadTurns: SmallTurns;
  /** Off the thread that answers requests. */
  readonly inspector: Pick<Inspector, 'inspect'>;
  readonly resumable: Resumable;
  readonly storageQuota: StorageQuota;
  /** Free space below which nothing is uploaded, where files are on disk. */
  readonly freeBytesMin: number;
  readonly metrics: Metrics;
  /** Path prefix of the API as clients see it; empty or `/…` without a slash at its end. */
  readonly basePath: string;
  readonly clock: Clock;
}
