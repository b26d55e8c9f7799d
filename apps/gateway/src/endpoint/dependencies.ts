/** Dependencies of the handlers. Each is a port or has no side effects; main.ts creates them, tests create others. */
import type { Durations } from '@farebox/catalog';
import type { BatchStore, EventUrlTimes, ExecutionStore } from '@farebox/executions';
import type { FileStore, ResumableStore, RunnerFiles, StorageQuota } from '@farebox/files';
import type { KeyEnvironment, OrganizationDirectory, OriginDirectory } from '@farebox/identity';
import type { MonthUsage } from '@farebox/ledger';
import type { Clock } from '@farebox/kernel';
import type { ArtifactStore, Downloads } from '@farebox/storage';
import type { Inspector } from '@farebox/media';
import type { ExecutionLog, Metrics } from '@farebox/telemetry';
import type { TemplateStore } from '@farebox/catalog/templates';
import type { CircuitWatch } from '../accept/circuit-watch.ts';
import type { StoreWatch } from '../accept/store-watch.ts';
import type { Dispatcher } from '../accept/dispatcher.ts';
import type { Offers } from '../process/offers.ts';
import type { SmallTurns } from '../upload/small-turns.ts';
import type { RemoteFiles } from '../upload/remote-files.ts';
import type { Finish } from '../upload/finish-resumable.ts';
import type { ResumableAddresses } from '../upload/resumable-addresses.ts';
import type { UploadAddresses } from '../upload/upload-addresses.ts';
import type { UploadBudget } from '../upload/upload-budget.ts';
import type { BatchFollower } from '../watch/batch-follower.ts';
import type { BatchWatch } from '../watch/batch-watch.ts';
import type { EventAddresses } from '../watch/event-addresses.ts';
import type { ExecutionPoller } from '../watch/execution-poller.ts';
import type { ProjectStreamOpener } from '../watch/project-stream-opener.ts';
import type { LongPolls } from '../watch/long-polls.ts';

export interface Resumable extends ResumableStore {
  readonly bytesMax: number;
  /** Turns a complete resumable upload into a file. */
  readonly toFile: Finish;
  readonly urlOf: ResumableAddresses['urlOf'];
  readonly openAddress: ResumableAddresses['open'];
}

export interface Dependencies {
  /** The current offer for each project: its prices, and the simulator for a test project. */
  readonly offers: Pick<Offers, 'catalogOf'>;
  /** Latest known typical durations of executions, by environment. */
  readonly durations: Readonly<Record<KeyEnvironment, () => Durations>>;
  readonly circuits: CircuitWatch;
  /** Whether files can be stored now. */
  readonly storeWatch: StoreWatch;
  /** The setting: false disables the whole deployment, whatever the platform switch is. Each project has a switch as well. */
  readonly executionEnabled: boolean;
  readonly executions: ExecutionStore;
  readonly batches: BatchStore;
  readonly waits: Pick<LongPolls, 'answered' | 'answeredWhen'>;
  readonly batchWatch: BatchWatch;
  readonly batchFollower: Pick<BatchFollower, 'follow'>;
  readonly watch: Pick<ExecutionPoller, 'follow'>;
  readonly projectStreams: ProjectStreamOpener;
  readonly files: FileStore;
  readonly templates: TemplateStore;
  readonly usage: (projectId: string, keyLineage?: string) => Promise<MonthUsage>;
  readonly artifacts: ArtifactStore;
  readonly downloads: Pick<Downloads, 'urlOf'>;
  readonly dispatcher: Dispatcher;
  readonly origins: OriginDirectory;
  readonly organizations: OrganizationDirectory;
  readonly uploadAddresses: UploadAddresses;
  readonly eventAddresses: EventAddresses;
  readonly runnerFiles: Pick<RunnerFiles, 'open'>;
  readonly eventUrlTimes: EventUrlTimes;
  readonly uploadBudget: UploadBudget;
  readonly uploadTurns: SmallTurns;
  readonly remoteFiles: RemoteFiles;
  /** Runs on a separate thread, not on the one that handles requests. */
  readonly inspector: Pick<Inspector, 'inspect'>;
  readonly resumable: Resumable;
  readonly storageQuota: StorageQuota;
  /** Free disk space below which uploads are refused, if files are on disk. */
  readonly freeBytesMin: number;
  readonly metrics: Metrics;
  readonly follow: ExecutionLog;
  /** Path prefix of the API that clients use; empty or `/…` without a trailing slash. */
  readonly basePath: string;
  readonly clock: Clock;
}
