/** @farebox/sdk for browsers and Node: runs paid tools and never pays twice. Functions that need a file system are in `@farebox/sdk/node`. */
export type { Artifact } from './artifact.ts';
export type { ReadCatalog } from './catalog.ts';
export type { BatchListOptions, Batches } from './batches/batches.ts';
export type { BatchResult, ResultsOptions } from './batches/results.ts';
export type { BatchOutcome } from './batches/run.ts';
export type { BatchWaitOptions } from './batches/wait.ts';
export { type Farebox, type FareboxOptions, createFarebox } from './client.ts';
export { type ClientErrorCode, type ErrorCode, FareboxError } from './errors.ts';
export type { EventsOptions, EventsSnapshot, ProjectEventsOptions } from './executions/events.ts';
export type { OnWait, WaitReason } from './http/told-pauses.ts';
export type { ListOptions } from './executions/list.ts';
export type { WaitOptions } from './executions/wait.ts';
export { type PartsOptions, type PartsRequest, putParts } from './files/parts.ts';
export { type PutOptions, type UploadProgress, putFile } from './files/put-file.ts';
export type { Source, UploadFromOptions, UploadOptions } from './files/upload.ts';
export type { Tools } from './generated/tools.ts';
export { dollars, usd } from './money.ts';
export type {
  BatchRunOptions,
  EventUrlOptions,
  PayOptions,
  ResumedOutcome,
  ResumeOptions,
  RunOptions,
} from './options.ts';
export type { Resumed } from './requests/resume.ts';
export {
  type PaidBatch,
  type PaidExecution,
  type PaidRequest,
  type RequestStore,
  type TextStorage,
  memoryStore,
  webStore,
} from './requests/store.ts';
export type { Outcome } from './run.ts';
export type { Templates } from './templates.ts';
export type * from './types.ts';
export { type WebhookEvent, type WebhookHeaders, type WebhookMessage, verifyWebhook } from './webhooks.ts';
