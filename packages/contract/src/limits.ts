/** The limits of the specification, section 8, and of the contract. Each name ends with its unit. */
import type { FileType } from '@farebox/kernel';

export const LIMITS = {
  jsonBodyBytes: 64 * 1024,
  jsonDepth: 32,
  headBytes: 16 * 1024,
  uploadFileBytes: 12 * 1024 * 1024,
  imagePixels: 40_000_000,
  requestsPerWindow: 120,
  windowSeconds: 60,
  pollSeconds: 5,
  stepsMax: 20,
  retentionDays: 30,
  downloadSeconds: 300,
  uploadUrlSeconds: 900,
  eventUrlSeconds: 900,
  listMin: 1,
  listMax: 100,
  listDefault: 20,
  idempotencyKeyMin: 8,
  idempotencyKeyMax: 128,
  keyNameMax: 100,
  rotationOverlapDaysMax: 7,
} as const;

export const IDEMPOTENCY_KEY = /^[A-Za-z0-9._:-]{8,128}$/;
/** `Cancel-After`: a number of seconds, or a number with the unit s, m or h: `90`, `90s`, `5m`, `1h`. */
export const CANCEL_AFTER = /^([1-9][0-9]{0,5})([smh]?)$/;
export const TOOL_NAME = /^[a-z][a-z0-9-]{2,63}$/;
/** Words that a tool cannot have as its name, because they are paths of the API. */
export const RESERVED_TOOL_NAMES = [
  'quote',
  'upload',
  'upload-urls',
  'event-urls',
  'upload-from-url',
  'project',
  'usage',
  'executions',
  'templates',
  'batches',
] as const;

/** The name of a project's template. With `@` before it, it is used like a tool name; no tool name of the catalog begins with `@`. */
export const TEMPLATE_NAME = /^[a-z][a-z0-9-]{1,39}$/;
/** `@thumbs` means the active version, `@thumbs:3` the third version. */
export const TEMPLATE_TOOL = /^@([a-z][a-z0-9-]{1,39})(?::([1-9][0-9]{0,2}))?$/;
/** The `tool` of an execution: a tool of the catalog or a template. */
export const EXECUTED_TOOL_NAME = /^([a-z][a-z0-9-]{2,63}|@[a-z][a-z0-9-]{1,39})$/;

export const TEMPLATE_LIMITS = {
  namesMax: 100,
  versionsMax: 100,
  parametersMax: 32,
  choicesMax: 64,
  textMax: 1_000,
  itemsMax: 100,
  /** Trial inputs that validate a template when it is saved. */
  trialsMax: 256,
} as const;

export const BATCH_LIMITS = {
  itemsMax: 1_000,
  bodyBytes: 1024 * 1024,
  /** Result lines in one response. */
  resultsMax: 100,
} as const;

export const WEBHOOK_LIMITS = {
  answerSeconds: 15,
  /** Pauses before the second, third, … attempt: 28 hours in total. */
  pausesSeconds: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200],
  /** Attempts that a delivery logs: all of one round; after a replay, the last ones. */
  attemptsLogged: 50,
} as const;

/** Requests of runners that ask for work themselves. The limits of the runner protocol, which a test compares. */
export const RUN_LIMITS = {
  /** The longest wait of one claim. */
  claimSeconds: 20,
  /** A lease lasts this long after the claim and after each report. */
  leaseSeconds: 60,
  /** UTF-8 bytes of a reply as JSON. */
  replyBytes: 128 * 1024,
  tokenCharacters: 128,
} as const;

/** The specification's five types, and three more that every decoder of the tools reads. */
export const UPLOAD_MIME_TYPES = [
  'image/jpeg',
  'image/png',
  'audio/wav',
  'audio/mpeg',
  'video/mp4',
  'image/webp',
  'image/avif',
  'audio/mp4',
] as const satisfies FileType[];
export type UploadMimeType = (typeof UPLOAD_MIME_TYPES)[number];
