/** The address of an external service. Requests carry a key and customer data, so they leave this machine only encrypted. */

/** `URL` normalizes every form of an IPv4 address to four numbers. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isEncrypted = (url: URL): boolean => !(url.protocol === 'http:' && !LOOPBACK.test(url.hostname));

export const NOT_ENCRYPTED = 'must be https unless it is on this machine';

export function serviceUrlOf(text: string): URL | { readonly problem: string } {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return { problem: 'must be a URL that starts with https://' };
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return { problem: 'must have no name, password, query or fragment' };
  return isEncrypted(url) ? url : { problem: NOT_ENCRYPTED };
}
