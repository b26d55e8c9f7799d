/** Reads the catalog. The client keeps the last one with its tag, because it is large and changes rarely. */
import type { Api } from './http/api.ts';
import type { Catalog, CatalogOf, ToolField } from './types.ts';

export interface ReadCatalog {
  (): Promise<Catalog>;
  /** @param options.fields fields of each tool, for example `['name', 'title', 'price']`. */
  <F extends ToolField>(options: { readonly fields: readonly F[] }): Promise<CatalogOf<F>>;
}

interface Kept {
  readonly etag: string;
  readonly catalog: Catalog;
}

export function createReadCatalog(api: Api): ReadCatalog {
  let kept: Kept | undefined;

  async function whole(): Promise<Catalog> {
    const known = kept;
    const headers: Record<string, string> = known === undefined ? {} : { 'If-None-Match': known.etag };
    const reply = await api.send<Catalog | undefined>({ method: 'GET', path: '/tools', headers });
    const catalog = reply.data ?? (known as Kept).catalog; // without data the response is 304
    const etag = reply.headers.get('ETag');
    kept = etag === null ? undefined : { etag, catalog };
    return structuredClone(catalog); // a caller may change its copy
  }

  async function excerpt(fields: readonly ToolField[]): Promise<unknown> {
    const path = `/tools?fields=${fields.map(encodeURIComponent).join()}`;
    return (await api.send({ method: 'GET', path })).data;
  }

  return ((options?: { readonly fields: readonly ToolField[] }) =>
    options === undefined ? whole() : excerpt(options.fields)) as ReadCatalog;
}
