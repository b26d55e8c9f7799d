/** Identifies the caller and checks its permission for the route. Every invalid key gets the same response, which is no oracle. */
import { AppError, roleAllows, type Scope } from '@farebox/contract';
import type { Identity, KeyDirectory } from '@farebox/identity';

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i;

/** Throws `invalid_api_key`. */
export async function authenticate(keys: KeyDirectory, authorization: string | undefined): Promise<Identity> {
  const token = bearerToken(authorization);
  const identity = token === null ? null : await keys.find(token);
  if (identity === null) throw new AppError('invalid_api_key');
  return identity;
}

/** The token of `Authorization: Bearer …`; null for any other header. */
export function bearerToken(authorization: string | undefined): string | null {
  const match = authorization === undefined ? null : BEARER.exec(authorization);
  return match === null ? null : (match[1] as string);
}

/** Throws unless both the key's scopes and its owner's role in this project allow the scope. */
export function authorize(scope: Scope, { key, member, project }: Identity): void {
  if (!key.scopes.includes(scope)) throw new AppError('platform_api_key_scope_required');
  if (!roleAllows(scope, { role: member.role, projectEnabled: project.executionEnabled })) {
    throw new AppError('project_permission_required');
  }
}
