/**
 * `farebox session` prints a session of the operator API of the running system. Standard output gets only the token,
 * for scripts. The hint for a person goes to standard error.
 */
import { issueLocalSession } from '@farebox/identity';
import { DEMO_SUBJECT, readDemo } from './demo.ts';
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

/** Throws UsageError if no system runs there, or if an OpenID Connect issuer makes its sessions. */
export async function operatorSession(options: SessionOptions, env: Environment): Promise<IssuedSession> {
  const { dataDirectory, minutes, subject = DEMO_SUBJECT, isOperator = false } = options;
  const running = readRuntime(dataDirectory);
  if (running === undefined)
    throw new UsageError(
      `no system runs in ${dataDirectory}: start it with npm start, or name its folder with --data-dir`,
    );
  if (running.sessionAudience === null)
    throw new UsageError('sessions of this system are issued by its OpenID Connect issuer, FAREBOX_OIDC_ISSUER');
  const secret = secretsFor(running.secretsFile, env).FAREBOX_SESSION_SECRET;
  const ttlSeconds = minutes * SECONDS_PER_MINUTE;
  const token = await issueLocalSession(
    { secret, audience: running.sessionAudience },
    { subject, ttlSeconds, isOperator },
  );
  return { token, hint: hintFor(running, { ...options, subject }) };
}

function hintFor({ operatorUrl }: Runtime, { dataDirectory, minutes, subject }: SessionOptions): string {
  const projectId = (subject === DEMO_SUBJECT ? readDemo(dataDirectory)?.projectId : undefined) ?? '<project id>';
  return `
A session of "${subject}" for ${minutes} minutes. It can use the operator API of every project in which that user is an ADMIN:

  SESSION=$(npm run --silent session -- --data-dir '${dataDirectory}' --minutes ${minutes} --subject '${subject}')
  curl -sS -H "Authorization: Bearer $SESSION" ${operatorUrl}/projects/${projectId}/keys
`;
}
