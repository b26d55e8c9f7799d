/**
 * Where messages are sent: to this machine only, unless the user allows any host. Messages contain results of the
 * project.
 */
import { isLoopbackAddress } from '@farebox/kernel';
import { type Send, sendWhere } from '@farebox/webhooks/local';
import { UsageError } from '../program/exit-codes.ts';

export interface Target {
  readonly url: string;
  readonly send: Send;
}

/** Throws UsageError. A name such as `localhost` is checked again by its addresses, at each connection. */
export function targetOf(text: string, allowAnyHost: boolean): Target {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--forward-to must be an http or https URL; it is "${text}"`);
  if (url.username !== '' || url.password !== '')
    throw new UsageError('--forward-to must not contain a user or a password');
  if (!allowAnyHost && !isThisMachine(url.hostname))
    throw new UsageError(
      '--forward-to must be localhost, 127.0.0.1 or [::1]: messages contain results. To send them to another host, add --allow-any-host',
    );
  return { url: url.href, send: sendWhere(allowAnyHost ? () => true : isLoopbackAddress) };
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
