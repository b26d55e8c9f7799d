/**
 * `farebox doctor` checks everything that a system depends on, all at once. It reports the state of each part and how
 * to fix it. It leaves nothing behind.
 */
import { findFfmpeg, findIsolation, HOW_TO_GET_FFMPEG, openIn } from '@farebox/sandbox';
import { ConfigError, within } from '@farebox/kernel';
import type { Environment } from '../options.ts';
import { publicUrlOf } from '../settings.ts';
import { databaseCheck } from './database.ts';
import { filesCheck } from './files.ts';
import { type Check, failed, type Finding, ok, skipped, warning } from './finding.ts';
import { gatewayCheck, providerChecks, sessionsCheck, simulatorChecks } from './reach.ts';
import { redisCheck } from './redis.ts';
import { type DoctorConfig, readDoctorConfig } from './settings.ts';

const CHECK_TIMEOUT_MS = 60_000;
const DEFAULT_PORT = 8080;

/** @param env environment of the apps. */
export async function examine(env: Environment): Promise<readonly Finding[]> {
  let config: DoctorConfig;
  try {
    config = readDoctorConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      failed('settings', problem, 'docs/configuration.md lists the values of each setting'),
    );
  }
  const found = await Promise.all(checksOf(config, env).map(looked));
  const findings = found.flat();
  return [ok('settings', 'all are known and valid'), ...findings, ...decodingFindings(findings, env)];
}

/** The programs and the isolation of this machine matter only where a worker runs, or before the first one runs. */
function decodingFindings(findings: readonly Finding[], env: Environment): readonly Finding[] {
  const works = (app: string): boolean => findings.some(({ what, state }) => what === app && state === 'ok');
  const isLocal = (env['FAREBOX_DATA_DIR'] ?? '') !== '';
  if (isLocal || !works('worker-image')) return [ffmpegFinding(env), decodersFinding()];
  return [skipped('decoders', 'the workers run elsewhere; each logs its ffmpeg and its isolation at its start')];
}

function checksOf(config: DoctorConfig, env: Environment): readonly Check[] {
  const { FAREBOX_HOST: host = '127.0.0.1', FAREBOX_PORT: port = '' } = env;
  const publicUrl = publicUrlOf({ host, port: Number(port) || DEFAULT_PORT }, env);
  return [
    databaseCheck(config),
    config.redisUrl === undefined ? withoutRedis : redisCheck(config.redisUrl),
    filesCheck(config, publicUrl),
    gatewayCheck(publicUrl),
    sessionsCheck(config),
    ...providerChecks(config, env),
    ...simulatorChecks(config),
  ];
}

const withoutRedis: Check = {
  what: 'Redis',
  mend: '',
  look: async () => [skipped('Redis', 'not configured: the queue is in PostgreSQL, the rate limit in the gateway')],
};

/** A check that throws or times out becomes a finding like any other. */
async function looked({ what, mend, look }: Check): Promise<readonly Finding[]> {
  try {
    return await within(CHECK_TIMEOUT_MS, what, look());
  } catch (error) {
    return [failed(what, reasonOf(error), mend)];
  }
}

/** The innermost cause, because the outer "fetch failed" explains nothing. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join('; ');
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

function ffmpegFinding({ FAREBOX_FFMPEG: asked = '', PATH = '' }: Environment): Finding {
  const found = findFfmpeg(asked, PATH);
  if (found.ok)
    return ok(
      'ffmpeg',
      `${found.ffmpeg.version} can encode ${[...found.ffmpeg.formats, ...found.ffmpeg.videoFormats].join(', ')}`,
    );
  return warning('ffmpeg', `${found.problem}: no av worker can run on this machine`, HOW_TO_GET_FFMPEG);
}

/** As for a worker that this user starts on this machine. */
function decodersFinding(): Finding {
  const isolation = findIsolation();
  const found = openIn(isolation);
  return found === null ? ok('decoders', isolation.summary) : warning('decoders', found.open, found.mend);
}
