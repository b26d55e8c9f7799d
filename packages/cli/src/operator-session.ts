/**
 * `farebox session`: a session of the operator API of the running system. The token alone goes to standard output, so
 * that a script can take it; what a person does with it is told beside.
 */
import { issueLocalSession } from '@farebox/identity';
import { DEMO_SUBJECT, readDemo } from './demo.ts';
import type { Environment, SessionOptions } from './options.ts';
import { UsageError } from './program/exit-codes.ts';
import { readRuntime, type Runtime } from './runtime.ts';
import { secretsFor } from './secrets.ts';

export interface IssuedSession {
  readonly token: string;
  /** For a person: what the token opens. */
  readonly hint: string;
}

const SECONDS_PER_MINUTE = 60;

/** Throws UsageError when no system runs there, or when its sessions come from somebody else. */
export async function operatorSession(options: SessionOptions, env: Environment): Promise<IssuedSession> {
  const { dataDirectory, minutes, subject = DEMO_SUBJECT, isOperator = false } = options;
  const running = readRuntime(dataDirectory);
  if (running === undefined)
    throw new UsageError(`nothing runs in ${dataDirectory}: npm start it, or name its folder with --data-dir`);
  if (running.sessionAudience === null)
    throw new UsageError('sessions of this system come from its OpenID Connect issuer, FAREBOX_OIDC_ISSUER');
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
A session of "${subject}" for ${minutes} minutes. It opens the operator API of every project whose ADMIN that is:

  SESSION=$(npm run --silent session -- --data-dir '${dataDirectory}' --minutes ${minutes} --subject '${subject}')
  curl -sS -H "Authorization: Bearer $SESSION" ${operatorUrl}/projects/${projectId}/keys
`;
}
