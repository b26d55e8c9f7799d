/**
 * Checks the parts that are reached over HTTP: the gateway, the session issuer and external services. It sends no paid
 * request.
 */
import { accessSync, constants } from 'node:fs';
import type { KeySource } from '@farebox/catalog';
import type { Environment } from '../options.ts';
import { clockFinding } from './clock.ts';
import { type Check, failed, type Finding, ok, skipped, warning } from './finding.ts';
import type { DoctorConfig } from './settings.ts';

const TIMEOUT_MS = 30_000;
const DATE_MS = 1000;

const asked = (url: string | URL, method = 'GET'): Promise<Response> =>
  fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });

export const gatewayCheck = (publicUrl: string): Check => ({
  what: 'gateway',
  mend: 'start the gateway, and set FAREBOX_PUBLIC_URL to the address at which clients reach it',
  look: async () => {
    const before = new Date();
    const response = await asked(`${publicUrl}/readyz`);
    const theirs = new Date(response.headers.get('date') ?? before);
    const clock = clockFinding('the gateway', { before, theirs, after: new Date(), roundedToMs: DATE_MS });
    const body = await response.text();
    if (response.ok) return [ok('gateway', `${publicUrl} is ready`), clock];
    const mend = 'fix the failing check that /readyz names; no restart is needed';
    return [failed('gateway', `${publicUrl} is not ready (${response.status}): ${body.slice(0, 200)}`, mend), clock];
  },
});

export const sessionsCheck = ({ oidcIssuer, sessionSecret }: DoctorConfig): Check => ({
  what: 'sessions',
  mend: 'check FAREBOX_OIDC_ISSUER: its /.well-known/openid-configuration must be reachable from here',
  look: async () => {
    if (oidcIssuer === undefined)
      return sessionSecret === undefined
        ? [
            warning(
              'sessions',
              'no sessions can be issued, so there is no operator API',
              'set FAREBOX_OIDC_ISSUER or FAREBOX_SESSION_SECRET',
            ),
          ]
        : [ok('sessions', 'issued locally, signed with FAREBOX_SESSION_SECRET')];
    const name = oidcIssuer.href.replace(/\/$/, '');
    const response = await asked(`${name}/.well-known/openid-configuration`);
    const { issuer } = (await response.json()) as { readonly issuer?: unknown };
    if (response.ok && issuer === name) return [ok('sessions', `${name} answers`)];
    const mend = 'set FAREBOX_OIDC_ISSUER to exactly the name that the issuer reports';
    return [failed('sessions', `${name} reports the name ${JSON.stringify(issuer)}`, mend)];
  },
});

/** Only worker-provider calls the simulator, and in Compose only its network reaches it. */
export function simulatorChecks({ simulatorUrl }: DoctorConfig): readonly Check[] {
  if (simulatorUrl === undefined) return [];
  const what = 'simulator';
  const mend =
    'start it (docker compose --profile simulator up -d), or empty FAREBOX_SIMULATOR_URL: then test projects have no external tools';
  const look = async (): Promise<readonly Finding[]> => {
    const response = await asked(new URL('/_simulator/ready', simulatorUrl)).catch((error: unknown) => {
      if (isUnknownName(error)) return null;
      throw error;
    });
    if (response === null)
      return [
        warning(
          what,
          `the name ${simulatorUrl.hostname} is not known here`,
          `run doctor where worker-provider runs; ${mend}`,
        ),
      ];
    return [response.ok ? ok(what, `${simulatorUrl.host} is ready`) : failed(what, `answers ${response.status}`, mend)];
  };
  return [{ what, mend, look }];
}

const isUnknownName = (error: unknown): boolean => {
  const cause = (error as { readonly cause?: { readonly code?: unknown } }).cause;
  return cause?.code === 'ENOTFOUND' || cause?.code === 'EAI_AGAIN';
};

interface Service {
  readonly name: string;
  readonly url: URL;
  readonly key?: KeySource;
}

/** Returns one check per external service: its address responds, and its key is where the provider worker reads it. */
export function providerChecks(config: DoctorConfig, env: Environment): readonly Check[] {
  const services = servicesOf(config);
  if (services.length === 0)
    return [
      {
        what: 'providers',
        mend: '',
        look: async () => [skipped('providers', 'none is configured (docs/providers.md)')],
      },
    ];
  return services.map(({ name, url, key }) => ({
    what: `provider ${name}`,
    mend: `check its address, ${url.host}, and this network's outgoing connections`,
    look: async () => {
      const { status } = await asked(url, 'HEAD');
      const reached = ok(`provider ${name}`, `${url.host} answers (${status}); no paid request was sent`);
      return key === undefined ? [reached] : [reached, keyFinding(name, key, env)];
    },
  }));
}

const servicesOf = ({ providersFile, openaiUrl, predictionsUrl }: DoctorConfig): readonly Service[] => [
  ...(providersFile?.providers ?? []),
  ...(openaiUrl === undefined ? [] : [{ name: 'openai', url: openaiUrl }]),
  ...(predictionsUrl === undefined ? [] : [{ name: 'predictions', url: predictionsUrl }]),
];

function keyFinding(name: string, source: KeySource, env: Environment): Finding {
  const what = `key of ${name}`;
  const where = 'env' in source ? `the variable ${source.env}` : source.file;
  if ('env' in source ? (env[source.env] ?? '') !== '' : isReadable(source.file)) return ok(what, `is in ${where}`);
  return warning(what, `is not in ${where} here`, 'set it where the provider worker runs; no other app needs it');
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
