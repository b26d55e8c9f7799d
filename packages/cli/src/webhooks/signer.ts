/**
 * The secret that signs messages on this machine, one for each profile. It stays the same, so that the server under
 * development is configured once. It is no secret of an endpoint: it never leaves this machine.
 */
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@farebox/kernel';
import { newWebhookSecret } from '@farebox/webhooks/local';
import type { Environment } from '../options.ts';
import { readPrivateJson } from '../private-file.ts';
import { UsageError } from '../program/exit-codes.ts';
import { readProfiles, requireName } from '../remote/profile.ts';
import { DEFAULT_LOGIN } from '../user/login.ts';
import { stateFolder } from '../user/system.ts';

export interface Signer {
  /** `whsec_…` */
  readonly secret: string;
  /** Stands for the endpoint in `webhook-id`. */
  readonly endpointId: string;
}

const OTHERS = 0o077;

/** Creates the folder, readable only by this user. */
export function webhookFolder(env: Environment): string {
  const folder = join(stateFolder(env), 'webhooks');
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  return folder;
}

/** Creates the secret if there is none. Throws UsageError if others can read it. */
export function signerFor(profile: string | undefined, env: Environment): Signer {
  const name = requireName(profile ?? readProfiles(env).current ?? DEFAULT_LOGIN);
  const path = join(webhookFolder(env), `secret-${name}.json`);
  const kept = read(path);
  if (kept !== undefined) return kept;
  try {
    const made: Signer = { secret: newWebhookSecret(), endpointId: newId('webhook') };
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    // Another command has created it since.
    const other = (error as NodeJS.ErrnoException).code === 'EEXIST' ? read(path) : undefined;
    if (other === undefined) throw error;
    return other;
  }
}

function read(path: string): Signer | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS) !== 0)
    throw new UsageError(`others can read ${path}: remove it to get a new secret, or run chmod 600 ${path}`);
  return readPrivateJson<Signer>(path);
}
