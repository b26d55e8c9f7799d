/** Decides which addresses a project may use for webhooks: only hosts on the internet, over TLS. */
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from '@farebox/kernel';

const LENGTH_MAX = 2_000;
const PORT_MIN = 1_024;

/** Text that completes "the URL …"; null if the URL may be used, as far as can be known without resolving its name. */
export function webhookUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || text.length > LENGTH_MAX) return 'is not a valid URL';
  if (url.protocol !== 'https:') return 'must start with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password';
  if (url.port !== '' && Number(url.port) < PORT_MIN) return `must have port 443, or one from ${PORT_MIN}`;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(name) && !isPublicAddress(name)) return 'must not lead to a private address';
  return null;
}
