/**
 * Resolves a name and checks its addresses at the moment of connecting. There is no second resolution that could return
 * another address.
 */

interface LookupAddress {
  readonly address: string;
  readonly family: number;
}

/** The signature that node:net expects. */
export type LookupFunction = (
  hostname: string,
  options: { readonly all?: boolean | undefined },
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/** An address that may be opened. */
export interface Guarded {
  readonly url: URL;
  /**
   * Resolves only to allowed addresses, at the moment of connecting. There is no second resolution that could return
   * another address.
   */
  readonly lookup: LookupFunction;
}

export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/** Resolves a name to all its addresses. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly order: 'verbatim' },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** A `lookup` function for node:net. If any address of a name is forbidden, the connection is refused. */
export const checkedLookup =
  (isAllowed: (address: string) => boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { all: true, order: 'verbatim' }, (error, found) => {
      if (error !== null) return callback(error, []);
      const [first] = found;
      if (first === undefined || !found.every(({ address }) => isAllowed(address)))
        return callback(new EgressRefused('not an allowed address'), []);
      return options.all === true ? callback(null, found) : callback(null, first.address, first.family);
    });
  };
