/** Names are resolved to addresses that were checked, in the moment of connecting: there is no second resolution to turn to another one. */

interface LookupAddress {
  readonly address: string;
  readonly family: number;
}

/** As node:net asks for it. */
type LookupFunction = (
  hostname: string,
  options: { readonly all?: boolean | undefined },
  callback: (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void,
) => void;

export class EgressRefused extends Error {
  override readonly name = 'EgressRefused';
}

/** All addresses of a name. */
export type Resolve = (
  hostname: string,
  options: { readonly all: true; readonly order: 'verbatim' },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** For node:net. One forbidden address among those of a name is enough to refuse it. */
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
