/** Which network addresses may be connected to where somebody else names the host. */
import ipaddr from 'ipaddr.js';

/**
 * Whether the whole internet agrees where this address leads. Loopback, private, link-local, carrier-grade NAT, multicast and
 * reserved ones do not, nor do IPv6 forms that wrap an IPv4 address (compatible, mapped, 6to4, Teredo, NAT64, ISATAP): they are
 * refused unread, whatever they wrap.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || isGlobal(parsed.parts));
}

/** 2000::/3 is all that is given out; IPv4-compatible addresses (::/96) are below it. ISATAP hides an IPv4 address behind 0:5efe. */
function isGlobal([first = 0, , , , fifth = 0, sixth = 0]: readonly number[]): boolean {
  const isIsatap = (fifth === 0 || fifth === 0x200) && sixth === 0x5efe;
  return first >= 0x2000 && first <= 0x3fff && !isIsatap;
}

export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
