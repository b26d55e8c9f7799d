/** Identifies the caller and checks its permission for the route. Every invalid key gets the same response, which is no oracle. */
import { AppError, type Role, roleAllows, type Scope } from '@farebox/contract';
import type { IncomingMessage } from 'node:http';
import type { Identity, KeyDirectory } from '@farebox/identity';
import { header, isSent } from './header.ts';

/** Usual names of a parameter for a key, or a key in any parameter. */
const KEY_IN_QUERY =
  /[?&](?:(?:api[-_]?key|key|access[-_]?token|token|authorization)=|[^=&?]*=fb_(?:live|test|runner)_)/i;
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

type Asking = Pick<IncomingMessage, 'headers' | 'url'>;

/** Throws `invalid_api_key`. */
export async function authenticate(keys: KeyDirectory, request: Asking): Promise<Identity> {
  const token = bearerToken(header(request, 'authorization'));
  const identity = token === null ? null : await keys.find(token);
  if (identity === null) throw new AppError('invalid_api_key', { details: { reason: reasonOf(request, token) } });
  return identity;
}

/**
 * A mistake in the header is named from the request alone. Every key that is not accepted has one reason, whether it ever
 * existed or not.
 */
export function reasonOf(request: Asking, token: string | null): string {
  const authorization = header(request, 'authorization');
  if (token !== null) return 'key_not_accepted';
  // A value that is too long is not parsed, so it counts as a key that does not exist.
  if (isSent(request, 'authorization'))
    return authorization === undefined ? 'key_not_accepted' : 'authorization_not_bearer';
  return KEY_IN_QUERY.test(request.url ?? '') ? 'key_in_query' : 'authorization_missing';
}

/** The token of `Authorization: Bearer …`; null for any other header. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = authorization === undefined ? null : BEARER.exec(authorization);
  return match === null ? null : (match[1] as string);
}

/** Throws unless both the key's scopes and its owner's role in this project allow the scope. */
export function authorize(scope: Scope, { key, member, project }: Identity): void {
  if (!key.scopes.includes(scope))
    throw new AppError('platform_api_key_scope_required', {
      details: { requiredScope: scope, keyScopes: key.scopes },
    });
  if (!roleAllows(scope, { role: member.role, projectEnabled: project.executionEnabled })) {
    throw new AppError('project_permission_required', { details: missingRight(member.role, project.executionEnabled) });
  }
}

const missingRight = (role: Role, projectEnabled: boolean) =>
  role === 'VIEWER'
    ? { reason: 'role', role, requiredRoles: ['ADMIN', 'MEMBER'] }
    : { reason: 'project_switched_off', role, projectEnabled };
