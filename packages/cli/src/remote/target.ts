/** Which system a command speaks to, and as whom: that of a profile, or the one that runs on this machine, without any set-up. */
import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { type Demo, readDemo } from '../demo.ts';
import { type Environment, type Place, dataOptions } from '../options.ts';
import { UsageError } from '../program/exit-codes.ts';
import { readRuntime, type Runtime } from '../runtime.ts';
import { secretsFor } from '../secrets.ts';
import { profileFor, type Profile, type TokenPlace } from './profile.ts';

export interface Target {
  /** Base URL of the operator API. */
  readonly url: string;
  readonly token: string;
  /** Where a command names none; null: it must. */
  readonly project: string | null;
  readonly organization: string | null;
}

export interface TargetFlags {
  readonly profile?: string;
  readonly dataDir?: string;
  /** In the embedded mode: whose session it is. Left out: an operator, by the name of who is logged in. */
  readonly as?: string;
}

/** Throws UsageError where nothing runs and no profile is named, or no session can be had. */
export async function targetFor(flags: TargetFlags, place: Place, isOfOrganization = false): Promise<Target> {
  // A data folder that somebody names is meant, whatever profile is current.
  const asked = flags.profile === undefined && flags.dataDir !== undefined ? null : flags.profile;
  const profile = asked === null ? undefined : profileFor(asked, place.env);
  return profile === undefined
    ? await embeddedTarget(flags, place, isOfOrganization)
    : await remoteTarget(profile, flags, place.env);
}

async function remoteTarget(profile: Profile, { as }: TargetFlags, env: Environment): Promise<Target> {
  if (as !== undefined) throw new UsageError('--as is for the embedded mode: elsewhere the session says who you are');
  const { url, token, project = null, organization = null } = profile;
  return { url, token: await tokenFrom(token, env), project, organization };
}

const TOKEN_BYTES_MAX = 64 * 1024;

async function tokenFrom(place: TokenPlace, env: Environment): Promise<string> {
  if ('env' in place) {
    const token = env[place.env] ?? '';
    if (token === '') throw new UsageError(`the session of this profile stands in ${place.env}, which is empty`);
    return token;
  }
  try {
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', place.command], { maxBuffer: TOKEN_BYTES_MAX });
    return stdout.trim();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    throw new UsageError(`the command that brings the session of this profile ended with ${String(code)}`);
  }
}

const SECONDS = 300;

async function embeddedTarget({ dataDir, as }: TargetFlags, place: Place, isOfOrganization: boolean): Promise<Target> {
  const { dataDirectory } = dataOptions(dataDir === undefined ? {} : { dataDir }, place);
  const running = readRuntime(dataDirectory);
  if (running === undefined)
    throw new UsageError(`nothing runs in ${dataDirectory}: npm start it, or name another system with --profile`);
  if (running.sessionAudience === null)
    throw new UsageError('sessions of this system come from its OpenID Connect issuer: make a profile with one');
  const { issueLocalSession } = await import('@farebox/identity');
  const secret = secretsFor(running.secretsFile, place.env).FAREBOX_SESSION_SECRET;
  const whose = as === undefined ? { subject: userInfo().username, isOperator: true } : { subject: as };
  const token = await issueLocalSession(
    { secret, audience: running.sessionAudience },
    { ...whose, ttlSeconds: SECONDS },
  );
  const demo = readDemo(dataDirectory);
  const organization = demo === undefined || !isOfOrganization ? null : await organizationOf(demo, running);
  return { url: running.operatorUrl, token, project: demo?.projectId ?? null, organization };
}

/** As the demo's key has it; null where it opens nothing. */
async function organizationOf({ key }: Demo, { baseUrl }: Runtime): Promise<string | null> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${baseUrl}/tools/project`, { headers }).catch(() => null);
  if (response?.ok !== true) return null;
  const { data } = (await response.json()) as { readonly data: { readonly organization: { readonly id: string } } };
  return data.organization.id;
}
