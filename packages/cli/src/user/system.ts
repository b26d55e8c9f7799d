/**
 * Decides which system and key a user command uses: those of a profile, of the environment, or of the demo project of
 * the system that runs here.
 */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type RequestStore, type Farebox, type OnWait, type WaitReason, createFarebox } from '@farebox/sdk';
import { fileStore } from '@farebox/sdk/node';
import { readDemo } from '../demo-file.ts';
import { type Base, dataOptions, type Environment } from '../options.ts';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { checkedUrl, readProfiles, requireName } from '../remote/profile.ts';
import { readRuntime } from '../runtime.ts';
import { DEFAULT_LOGIN, type Login, readLogin } from './login.ts';

export interface SystemFlags {
  readonly profile?: string;
  readonly dataDir?: string;
}

/** Tools and arguments of any catalog. */
export type AnyTools = Record<string, object>;

export interface System extends Login {
  readonly farebox: Farebox<AnyTools>;
  readonly store: RequestStore;
}

/** Throws UsageError if there is no key, or if others can read it. */
export function systemFor(flags: SystemFlags, base: Base & Partial<Context>): System {
  const { url, apiKey } = loginFor(flags, base);
  const store = storeIn(requestsOf({ url, apiKey }, base.env));
  const onWait: OnWait = (ms, reason) => {
    base.streams?.draw?.('');
    base.tell?.(waitText(ms, reason));
  };
  return { url, apiKey, store, farebox: createFarebox<AnyTools>({ baseUrl: url, apiKey, store, onWait }) };
}

/** `waiting 12 s for the rate limit` */
const waitText = (ms: number, reason: WaitReason): string =>
  `waiting ${Math.ceil(ms / 1000)} s ${reason === 'rate_limit' ? 'for the rate limit' : 'before a request is repeated'}`;

function loginFor(flags: SystemFlags, base: Base): Login {
  const { env } = base;
  if (flags.profile !== undefined) return named(requireName(flags.profile), env);
  if (flags.dataDir !== undefined) return embedded(flags, base);
  const { FAREBOX_API_KEY: apiKey = '', FAREBOX_URL: url = '' } = env;
  if (apiKey !== '') return { apiKey, url: url === '' ? urlFor(flags, base) : checkedUrl(url, 'FAREBOX_URL') };
  const { current } = readProfiles(env);
  if (current !== undefined) return named(current, env);
  const login = readLogin(DEFAULT_LOGIN, env);
  if (login !== undefined) return login;
  // The demo project of this machine belongs to the system at its own address only.
  if (url !== '' && checkedUrl(url, 'FAREBOX_URL') !== readRuntime(dataOptions({}, base).dataDirectory)?.baseUrl)
    throw new UsageError(
      'FAREBOX_URL is set, but there is no key for it: set FAREBOX_API_KEY, or store the key with farebox login',
    );
  return embedded(flags, base);
}

function named(name: string, env: Environment): Login {
  const login = readLogin(name, env);
  if (login !== undefined) return login;
  throw new UsageError(`there is no key for "${name}": store one with farebox login --profile ${name} --url …`);
}

/** Address for a user who has their own key. */
export function urlFor({ profile, dataDir }: SystemFlags, base: Base): string {
  const { FAREBOX_URL: url = '' } = base.env;
  const name = profile ?? readProfiles(base.env).current ?? DEFAULT_LOGIN;
  const kept = dataDir === undefined ? readLogin(name, base.env)?.url : undefined;
  return kept ?? (url === '' ? runningIn(dataDir, base).baseUrl : checkedUrl(url, 'FAREBOX_URL'));
}

function embedded({ dataDir }: SystemFlags, base: Base): Login {
  const { baseUrl, dataDirectory } = runningIn(dataDir, base);
  const demo = readDemo(dataDirectory);
  if (demo === undefined) throw new UsageError(`${dataDirectory} has no demo project: set FAREBOX_API_KEY`);
  return { url: baseUrl, apiKey: demo.key };
}

function runningIn(dataDir: string | undefined, base: Base): { baseUrl: string; dataDirectory: string } {
  const { dataDirectory } = dataOptions(dataDir === undefined ? {} : { dataDir }, base);
  const running = readRuntime(dataDirectory);
  if (running !== undefined) return { baseUrl: running.baseUrl, dataDirectory };
  throw new UsageError(
    `no system runs in ${dataDirectory}: start it with npm start, or farebox login to another system`,
  );
}

export const stateFolder = ({ XDG_STATE_HOME: state = '' }: Environment): string =>
  join(state === '' ? join(homedir(), '.local', 'state') : state, 'farebox');

/** Requests are stored per key and system, so that one is never sent to another system. */
function requestsOf({ url, apiKey }: Login, env: Environment): string {
  const whose = createHash('sha256').update(`${url}\n${apiKey}`).digest('hex').slice(0, 32);
  return join(stateFolder(env), 'requests', whose);
}

/** The first command that uses the store creates its folder, so that reading works without a home. */
function storeIn(folder: string): RequestStore {
  const store = fileStore(folder);
  const advised = async <T>(use: Promise<T>): Promise<T> => {
    try {
      return await use;
    } catch (error) {
      const { message } = error as Error;
      if (!message.startsWith(`the folder ${folder} cannot be created`)) throw error;
      throw new UsageError(`${message}; nothing was sent. Set XDG_STATE_HOME to a folder that you can write to`);
    }
  };
  return { ...store, add: (request) => advised(store.add(request)), list: () => advised(store.list()) };
}
