/**
 * An issuer decides who is an operator, so its documents and keys must come over TLS. Plain HTTP is only for an issuer
 * on this machine.
 */
import { isLoopbackAddress } from '@farebox/kernel';

export function isSecureUrl({ protocol, hostname }: URL): boolean {
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, '')));
}
