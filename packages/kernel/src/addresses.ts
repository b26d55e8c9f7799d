/** Decides which network addresses may be connected to when an untrusted party names the host. */
import ipaddr from 'ipaddr.js';

/**
 * True if the address has the same meaning on the whole internet. Loopback, private, link-local, carrier-grade NAT,
 * multicast and reserved addresses do not. IPv6 forms that embed an IPv4 address (compatible, mapped, 6to4, Teredo,
 * NAT64, ISATAP) are refused, whatever address they embed.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || isGlobal(parsed.parts));
}

/**
 * Only 2000::/3 is allocated; IPv4-compatible addresses (::/96) are below it. ISATAP embeds an IPv4 address after
 * 0:5efe.
 */
function isGlobal([first = 0, , , , fifth = 0, sixth = 0]: readonly number[]): boolean {
  const isIsatap = (fifth === 0 || fifth === 0x200) && sixth === 0x5efe;
  return first >= 0x2000 && first <= 0x3fff && !isIsatap;
}

export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
