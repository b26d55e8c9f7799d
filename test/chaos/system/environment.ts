/** The settings of every process: short leases and reviews, so that minutes of the system's life fit into seconds of a run. */
import { randomBytes } from 'node:crypto';
import { findFfmpeg, HOW_TO_GET_FFMPEG } from '@farebox/sandbox';
import type { ServerName } from './apps.ts';
import { appUrlOf } from './postgres.ts';
import type { Simulator } from './simulator.ts';
import type { Store } from './store.ts';

export const TIMINGS = {
  leaseSeconds: 3,
  sweepSeconds: 1,
  /** Time for look-ups and retries under the same token before a review. */
  unknownSeconds: 3,
  /** First look-up of an invoice that was missing at the end. */
  invoiceSeconds: 1,
  reviewBackoffSeconds: 1,
  reviewResolveSeconds: 25,
} as const;

export interface Secrets {
  readonly pepper: string;
  readonly urlSecret: string;
  /** Signs the sessions of operators. */
  readonly sessionSecret: string;
}

export const newSecrets = (): Secrets => ({
  pepper: randomBytes(32).toString('hex'),
  urlSecret: randomBytes(32).toString('hex'),
  sessionSecret: randomBytes(32).toString('hex'),
});

export interface Settings {
  readonly databaseUrl: string;
  readonly store: Store;
  readonly bucket: string;
  readonly simulator: Simulator;
  readonly secrets: Secrets;
  /** Null: failpoints do nothing. */
  readonly failpointUrl: string | null;
  readonly extra?: Readonly<Record<string, string>>;
}

type Ports = Readonly<Partial<Record<ServerName, number>>>;

/** Required: without ffmpeg a whole engine would be untested, and a run would prove less than it says. */
function ffmpegSettings(): Readonly<Record<string, string>> {
  const found = findFfmpeg(process.env['FAREBOX_FFMPEG'] ?? '', process.env['PATH'] ?? '');
  if (!found.ok) throw new Error(`${found.problem}: ${HOW_TO_GET_FFMPEG}`);
  const { path, formats, videoFormats } = found.ffmpeg;
  const offered = { FAREBOX_AUDIO_FORMATS: formats.join(','), FAREBOX_VIDEO_FORMATS: videoFormats.join(',') };
  return { FAREBOX_FFMPEG: path, ...offered };
}

export const environmentFor =
  ({ databaseUrl, store, bucket, simulator, secrets, failpointUrl, extra }: Settings, ffmpeg = ffmpegSettings()) =>
  (ports: Ports): Readonly<Record<string, string>> => ({
    ...ffmpeg,
    DATABASE_URL: withPort(appUrlOf(databaseUrl), ports.postgres),
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    ...storeSettings(store, ports.store),
    ...(store.kind === 's3' ? { S3_BUCKET: bucket } : {}),
    ...simulator.settings(ports.provider),
    FAREBOX_KEY_PEPPER: secrets.pepper,
    FAREBOX_URL_SECRET: secrets.urlSecret,
    FAREBOX_SESSION_SECRET: secrets.sessionSecret,
    FAREBOX_REHEARSAL: 'true',
    FAREBOX_RATE_LIMIT_PER_MINUTE: '1000000',
    FAREBOX_WORKER_CONCURRENCY: '16',
    FAREBOX_DATABASE_POOL: '6',
    FAREBOX_LEASE_SECONDS: String(TIMINGS.leaseSeconds),
    FAREBOX_SWEEP_SECONDS: String(TIMINGS.sweepSeconds),
    FAREBOX_PROVIDER_UNKNOWN_SECONDS: String(TIMINGS.unknownSeconds),
    FAREBOX_PROVIDER_INVOICE_SECONDS: String(TIMINGS.invoiceSeconds),
    FAREBOX_REVIEW_BACKOFF_SECONDS: String(TIMINGS.reviewBackoffSeconds),
    FAREBOX_REVIEW_RESOLVE_SECONDS: String(TIMINGS.reviewResolveSeconds),
    ...(failpointUrl === null ? {} : { FAREBOX_FAILPOINT_URL: failpointUrl }),
    ...extra,
  });

function storeSettings(store: Store, port: number | undefined): Readonly<Record<string, string>> {
  if (store.kind === 'disk') return { FAREBOX_DATA_DIR: store.directory };
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
  };
}

function withPort(url: string, port: number | undefined): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
