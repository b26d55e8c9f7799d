/**
 * `farebox session` prints a session of the operator API: of the system that runs on this machine, or of the gateways
 * that have the same FAREBOX_SESSION_SECRET. Standard output gets only the token, for scripts. The hint for a person
 * goes to standard error.
 */
import { issueLocalSession, sessionFields } from '@farebox/identity';
import { ConfigError, readConfig } from '@farebox/kernel';
import { DEMO_SUBJECT } from './demo.ts';
import { readDemo } from './demo-file.ts';
import type { Environment, SessionOptions } from './options.ts';
import { UsageError } from './program/exit-codes.ts';
import { readRuntime, type Runtime } from './runtime.ts';
import { secretsFor } from './secrets.ts';

export interface IssuedSession {
  readonly token: string;
  /** Text for a person: the uses of the token. */
  readonly hint: string;
}

const SECONDS_PER_MINUTE = 60;

/** Throws UsageError if nothing names a system, or if an OpenID Connect issuer makes its sessions. */
export async function operatorSession(options: SessionOptions, env: Environment): Promise<IssuedSession> {
  const running = readRuntime(options.dataDirectory);
  if (running !== undefined) return await sessionOfEmbedded(running, options, env);
  if (options.isFolderNamed !== true) return await sessionOfServices(options, env);
  throw new UsageError(
    `no system runs in ${options.dataDirectory}: start it with npm start, or name its folder with --data-dir`,
  );
}

async function sessionOfEmbedded(running: Runtime, options: SessionOptions, env: Environment): Promise<IssuedSession> {
  const { minutes, subject = DEMO_SUBJECT, isOperator = false } = options;
  if (running.sessionAudience === null)
    throw new UsageError('sessions of this system are issued by its OpenID Connect issuer, FAREBOX_OIDC_ISSUER');
  const secret = secretsFor(running.secretsFile, env).FAREBOX_SESSION_SECRET;
  const issuer = { secret, audience: running.sessionAudience };
  const token = await issueLocalSession(issuer, { subject, ttlSeconds: minutes * SECONDS_PER_MINUTE, isOperator });
  return { token, hint: hintFor(running, { ...options, subject }) };
}

/** The settings are those of the gateways, so that the session is valid there. */
async function sessionOfServices(options: SessionOptions, env: Environment): Promise<IssuedSession> {
  const { minutes, subject, isOperator = false } = options;
  const { oidcIssuer, sessionAudience: audience, sessionSecret: secret } = sessionSettings(env);
  if (oidcIssuer !== undefined)
    throw new UsageError(
      `sessions are issued by FAREBOX_OIDC_ISSUER, ${oidcIssuer.href}: sign in there. An operator's session has the claim that FAREBOX_OPERATOR_CLAIM names`,
    );
  if (secret === undefined)
    throw new UsageError(
      `no system runs in ${options.dataDirectory}, and FAREBOX_SESSION_SECRET is not set: start one with npm start, name its folder with --data-dir, or set FAREBOX_SESSION_SECRET as the gateways have it`,
    );
  if (subject === undefined)
    throw new UsageError('name the person with --subject: the audit log records everything under this name');
  const token = await issueLocalSession(
    { secret, audience },
    { subject, ttlSeconds: minutes * SECONDS_PER_MINUTE, isOperator },
  );
  return { token, hint: serviceHint({ ...options, subject }) };
}

/** Only these settings are read: the environment may have all others. An empty variable is not set. */
function sessionSettings(env: Environment) {
  const names = new Set(Object.values(sessionFields).map(({ variable }) => variable));
  const set = Object.entries(env).filter(([name, value]) => names.has(name) && value !== '');
  try {
    return readConfig(sessionFields, Object.fromEntries(set));
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.problems.join('; '));
    throw error;
  }
}

const may = ({ isOperator }: SessionOptions): string =>
  isOperator === true
    ? 'It is a session of a platform operator, with all permissions'
    : 'It can use the operator API of every project in which that user is an ADMIN';

const serviceHint = (options: SessionOptions): string => `
A session of "${options.subject}" for ${options.minutes} minutes. ${may(options)}:

  curl -sS -H "Authorization: Bearer $SESSION" <operator API>/projects
  farebox profile add production --url <operator API> --token-env SESSION
`;

function hintFor(running: Runtime, options: SessionOptions): string {
  const { dataDirectory, minutes, subject, isOperator } = options;
  const role = isOperator === true ? ' --operator' : '';
  const projectId = (subject === DEMO_SUBJECT ? readDemo(dataDirectory)?.projectId : undefined) ?? '<project id>';
  return `
A session of "${subject}" for ${minutes} minutes. ${may(options)}:

  SESSION=$(npm run --silent session -- --data-dir '${dataDirectory}' --minutes ${minutes} --subject '${subject}'${role})
  curl -sS -H "Authorization: Bearer $SESSION" ${running.operatorUrl}/projects/${projectId}/keys
`;
}
