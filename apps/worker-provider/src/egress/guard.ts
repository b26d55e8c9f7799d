/**
 * The only way to a URL from a provider: a configured host, over TLS, at an address that was checked and is then
 * connected to. No input of a client ever becomes a URL.
 */
import { lookup } from 'node:dns';
import { type LookupFunction, isIP } from 'node:net';
import {
  checkedLookup,
  EgressRefused,
  type Guarded,
  isLoopbackAddress,
  isPublicAddress,
  type Resolve,
} from '@farebox/kernel';

export interface EgressRules {
  /** `host` or `host:port`, in lower case; a host alone means the default port. */
  readonly hosts: readonly string[];
  /** Host name of a provider on this machine whose files may come from loopback, by plain HTTP, at any port; else null. */
  readonly loopbackHost: string | null;
  /** Origin of the simulator, which belongs to the operator and serves its own files; else null. */
  readonly trustedOrigin?: string | null;
}

/** Throws EgressRefused, always before a packet is sent. */
export function guard(text: string, rules: EgressRules, resolve: Resolve = lookup): Guarded {
  const url = URL.parse(text);
  if (url === null) throw new EgressRefused('no URL');
  if (url.username !== '' || url.password !== '') throw new EgressRefused('a URL with a password');
  if (url.origin === rules.trustedOrigin) return { url, lookup: lookupOf(resolve) };
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = rules.loopbackHost !== null && name === rules.loopbackHost;
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) throw new EgressRefused('not https');
  if (!rules.hosts.includes(url.host) && !(isLocal && rules.hosts.includes(url.hostname)))
    throw new EgressRefused('not a configured host');
  const isAllowed = isLocal ? isLoopbackAddress : isPublicAddress;
  // A literal address is connected to without resolution.
  if (isIP(name) !== 0 && !isAllowed(name)) throw new EgressRefused('not a public address');
  return { url, lookup: checkedLookup(isAllowed, resolve) };
}

/** For plain HTTP to a service on this machine: whatever its name resolves to, nothing leaves the machine unencrypted. */
export const loopbackLookup = (resolve: Resolve = lookup): LookupFunction => checkedLookup(isLoopbackAddress, resolve);

/** Allows every address, because the operator configured the origin. */
const lookupOf = (resolve: Resolve = lookup): LookupFunction => checkedLookup(() => true, resolve);
