/** Sessions of members: who is at the operator API. Tokens are verified, and by the local issuer also made. */
export { issueLocalSession, type LocalIssuer } from './local-issuer.ts';
export { type Session, type SessionVerifier, SessionsUnavailableError } from './session.ts';
export { sessionFields, type SessionConfig, sessionsFrom } from './settings.ts';
