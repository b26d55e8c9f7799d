/** Which addresses a project may have itself told at: of hosts of the internet, over TLS. */
import ipaddr from 'ipaddr.js';
import { isPublicAddress } from './addresses.ts';

const LENGTH_MAX = 2_000;
const PORT_MIN = 1_024;

/** What completes "the URL …"; null: it may be used, as far as can be told without resolving its name. */
export function webhookUrlProblem(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || text.length > LENGTH_MAX) return 'is no URL';
  if (url.protocol !== 'https:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not have a user or a password';
  if (url.port !== '' && Number(url.port) < PORT_MIN) return `must have port 443, or one from ${PORT_MIN}`;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(name) && !isPublicAddress(name)) return 'must not lead to a private address';
  return null;
}
