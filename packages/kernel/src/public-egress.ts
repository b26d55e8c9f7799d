/**
 * Connections to hosts that customers name: only to public addresses, over TLS. The address that was checked is the one that
 * is connected to. Webhooks and uploads from URLs share these checks; no other code may open a URL of a customer.
 */
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './addresses.ts';
import { checkedLookup, type LookupFunction, type Resolve } from './checked-lookup.ts';

export interface UrlProblem {
  readonly kind: 'form' | 'scheme' | 'address';
  /** Completes "the URL …". */
  readonly text: string;
}

const LENGTH_MAX = 2_000;
const PORT_MIN = 1_024;

/** Null if the URL may be used, as far as can be known without resolving its name. */
export function publicUrlProblem(text: string, isAllowed = isPublicAddress): UrlProblem | null {
  const url = URL.parse(text);
  if (url === null || text.length > LENGTH_MAX) return { kind: 'form', text: 'is not a valid URL' };
  if (url.protocol !== 'https:') return { kind: 'scheme', text: 'must start with https://' };
  if (url.username !== '' || url.password !== '')
    return { kind: 'form', text: 'must not contain a user or a password' };
  if (url.port !== '' && Number(url.port) < PORT_MIN)
    return { kind: 'form', text: `must have port 443, or one from ${PORT_MIN}` };
  const name = url.hostname.replace(/^\[|\]$/g, '');
  // Node connects to a literal address without a look-up.
  if (ipaddr.isValid(name) && !isAllowed(name)) return { kind: 'address', text: 'must not lead to a private address' };
  return null;
}

/**
 * No usable address: the name has none, its servers did not answer, or one of its addresses is private. Customers cannot
 * tell these apart, because that would show them which names exist in the network of the service.
 */
export class NoUsableAddress extends Error {
  override readonly name = 'NoUsableAddress';
}

interface PublicConnection {
  readonly agent: false;
  readonly lookup: LookupFunction;
}

/**
 * Options of a request of node:https to a URL without a `publicUrlProblem`. The request rejects with NoUsableAddress. Each
 * request uses a new connection, so that no connection is reused for another address.
 */
export function publicConnection(resolve: Resolve, isAllowed = isPublicAddress): PublicConnection {
  const checked = checkedLookup(isAllowed, resolve);
  const lookup: LookupFunction = (name, options, callback) =>
    checked(name, options, (cause, ...found) =>
      cause === null
        ? callback(null, ...found)
        : callback(new NoUsableAddress(cause.code ?? cause.message, { cause }), []),
    );
  return { agent: false, lookup };
}
