/** The options of a client that have no default, checked when the client is created. For callers without types, and for `process.env.NAME!`. */

const NO_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

interface Required {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Throws TypeError. */
export function checkRequired({ baseUrl, apiKey }: Required): void {
  for (const [name, value] of Object.entries({ baseUrl, apiKey } as Readonly<Record<string, unknown>>))
    if (typeof value !== 'string')
      throw new TypeError(`${name} must be a text; it is ${String(value)}: is an environment variable unset?`);
  if (NO_HEADER.test(apiKey.trim())) throw new TypeError('apiKey contains a character that no header can contain');
  if (isAddress(baseUrl) || (hasPage() && isOfPage(baseUrl))) return;
  const form = 'baseUrl must be an http or https URL, such as https://tools.example';
  // The text of the error may be logged.
  if (/^https?:.*[@?#]/is.test(baseUrl)) throw new TypeError(`${form}, without user, password, query and fragment`);
  throw new TypeError(`${form}; it is '${baseUrl}'`);
}

function isAddress(url: string): boolean {
  if (!/^https?:\/\/[^\s@?#]+$/i.test(url)) return false;
  try {
    return new URL(url).host !== '';
  } catch {
    return false;
  }
}

const hasPage = (): boolean => (globalThis as { readonly location?: unknown }).location !== undefined;

/** A page resolves an empty address, or a path, against its own. */
const isOfPage = (url: string): boolean => url === '' || url.startsWith('/');
