/**
 * Decides which system a command uses, and as which user: that of a profile, or without any setup the one that runs on
 * this machine.
 */
import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { type Demo, readDemo } from '../demo-file.ts';
import { type Base, type Environment, dataOptions } from '../options.ts';
import { UsageError } from '../program/exit-codes.ts';
import { readRuntime, type Runtime } from '../runtime.ts';
import { secretsFor } from '../secrets.ts';
import { profileFor, type Profile, type TokenSource } from './profile.ts';

export interface Target {
  /** Base URL of the operator API. */
  readonly url: string;
  readonly token: string;
  /** Default project; null if the command must name one. */
  readonly project: string | null;
  readonly organization: string | null;
}

export interface TargetFlags {
  readonly profile?: string;
  readonly dataDir?: string;
  /** Embedded mode: subject of the session. Default: an operator, named after the user of this machine. */
  readonly as?: string;
}

/** Throws UsageError if no system runs and no profile is named, or if there is no session. */
export async function targetFor(flags: TargetFlags, base: Base, isOfOrganization = false): Promise<Target> {
  // --data-dir overrides the current profile.
  const asked = flags.profile === undefined && flags.dataDir !== undefined ? null : flags.profile;
  const profile = asked === null ? undefined : profileFor(asked, base.env);
  return profile === undefined
    ? await embeddedTarget(flags, base, isOfOrganization)
    : await remoteTarget(profile, flags, base.env);
}

async function remoteTarget(profile: Profile, { as }: TargetFlags, env: Environment): Promise<Target> {
  if (as !== undefined)
    throw new UsageError('--as works only in the embedded mode: elsewhere the session names its subject');
  const { url, token, project = null, organization = null } = profile;
  return { url, token: await tokenFrom(token, env), project, organization };
}

const TOKEN_BYTES_MAX = 64 * 1024;

async function tokenFrom(source: TokenSource, env: Environment): Promise<string> {
  if ('env' in source) {
    const token = env[source.env] ?? '';
    if (token === '') throw new UsageError(`the session of this profile is read from ${source.env}, which is empty`);
    return token;
  }
  try {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', source.command], { maxBuffer: TOKEN_BYTES_MAX });
    return stdout.trim();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    throw new UsageError(`the command that prints the session of this profile ended with ${String(code)}`);
  }
}

const SECONDS = 300;

async function embeddedTarget({ dataDir, as }: TargetFlags, base: Base, isOfOrganization: boolean): Promise<Target> {
  const { dataDirectory } = dataOptions(dataDir === undefined ? {} : { dataDir }, base);
  const running = readRuntime(dataDirectory);
  if (running === undefined)
    throw new UsageError(
      `no system runs in ${dataDirectory}: start it with npm start, or name another system with --profile`,
    );
  if (running.sessionAudience === null)
    throw new UsageError(
      'sessions of this system are issued by its OpenID Connect issuer: add a profile that gets one there',
    );
  const { issueLocalSession } = await import('@farebox/identity/sessions');
  const secret = secretsFor(running.secretsFile, base.env).FAREBOX_SESSION_SECRET;
  const whose = as === undefined ? { subject: userInfo().username, isOperator: true } : { subject: as };
  const token = await issueLocalSession(
    { secret, audience: running.sessionAudience },
    { ...whose, ttlSeconds: SECONDS },
  );
  const demo = readDemo(dataDirectory);
  const organization = demo === undefined || !isOfOrganization ? null : await organizationOf(demo, running);
  return { url: running.operatorUrl, token, project: demo?.projectId ?? null, organization };
}

/** The organization of the demo key; null if the key does not work. */
async function organizationOf({ key }: Demo, { baseUrl }: Runtime): Promise<string | null> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/tools/project`, { headers }).catch(() => null);
  if (response?.ok !== true) return null;
  const { data } = (await response.json()) as { readonly data: { readonly organization: { readonly id: string } } };
  return data.organization.id;
}
