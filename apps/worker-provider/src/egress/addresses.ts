/** Which network addresses a file of a provider may be fetched from. */
import ipaddr from 'ipaddr.js';

/**
 * Whether the whole internet agrees where this address leads. Loopback, private, link-local, carrier-grade NAT, multicast and
 * reserved ones do not, nor do IPv6 forms that wrap an IPv4 address (mapped, 6to4, Teredo, NAT64): they are refused unread.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast' && !address.includes('%');
}

export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
