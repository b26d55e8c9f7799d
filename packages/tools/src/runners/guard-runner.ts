/**
 * The only way to a runner, and to a URL that a runner states: over TLS to a public address. Private addresses and those of
 * this machine are for hosts that the operator lists. A manifest or a response never opens them by itself.
 */
import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { checkedLookup, EgressRefused, type Guarded, isPublicAddress, type Resolve } from '@farebox/kernel';

export interface RunnerEgress {
  /** `host` or `host:port`, in lower case; a host alone means any port. */
  readonly privateHosts: readonly string[];
}

/**
 * For the files that a runner states: a listed host is opened to the runner at it, not to those of other teams, whose
 * runners could otherwise read from it.
 */
export function ownHostOf(runnerUrl: string | null, { privateHosts }: RunnerEgress): RunnerEgress {
  const url = runnerUrl === null ? null : URL.parse(runnerUrl);
  if (url === null || !isListed(url, privateHosts)) return { privateHosts: [] };
  return { privateHosts: [privateHosts.includes(url.hostname) ? url.host : withPort(url)] };
}

const isListed = (url: URL, hosts: readonly string[]): boolean =>
  hosts.includes(url.hostname) || hosts.includes(withPort(url));

/** A parsed URL leaves out the default port of its protocol. */
export const withPort = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port === '' ? (protocol === 'http:' ? 80 : 443) : port}`;

/** Throws EgressRefused, always before a packet is sent. */
export function guardRunner(text: string, { privateHosts }: RunnerEgress, resolve: Resolve = lookup): Guarded {
  const url = URL.parse(text);
  if (url === null) throw new EgressRefused('no URL');
  if (url.username !== '' || url.password !== '') throw new EgressRefused('a URL with a password');
  const isOpen = isListed(url, privateHosts);
  if (url.protocol !== 'https:' && !(isOpen && url.protocol === 'http:')) throw new EgressRefused('not https');
  const isAllowed = isOpen ? () => true : isPublicAddress;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is connected to without resolution.
  if (isIP(name) !== 0 && !isAllowed(name)) throw new EgressRefused('not a public address');
  return { url, lookup: checkedLookup(isAllowed, resolve) };
}
