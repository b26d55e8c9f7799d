/**
 * The current offer for each project: catalogs made from the prices in force. It decides quotes. At an accept the database
 * decides, so a gateway that is late sells nothing at an old price.
 */
import { type Catalog, type CatalogMaker, PRICE_TABLE, priceVersionOf } from '@farebox/catalog';
import type { KeyEnvironment } from '@farebox/identity';
import { boundedMap, type Clock } from '@farebox/kernel';
import type { OfferedTo, PriceReader } from '@farebox/prices';
import type { Logger } from '@farebox/telemetry';
import { unavailable } from '../endpoint/failure.ts';
import { createPriceWatch } from './price-watch.ts';

export interface Offers {
  /** Returns a promise only until the database has answered once; it rejects with `service_unavailable` meanwhile. */
  readonly catalogOf: (project: OfferedProject) => Catalog | Promise<Catalog>;
  /** The offer to projects without negotiated terms; at the code's prices until the database has answered. */
  readonly listed: (environment: KeyEnvironment) => Catalog;
  /** Reads prices now. Rejects when the database does not answer. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

interface OfferedProject {
  readonly id: string;
  readonly environment: KeyEnvironment;
}

interface OffersOptions {
  readonly makers: Readonly<Record<KeyEnvironment, CatalogMaker>>;
  readonly reader: PriceReader;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Cached catalogs of projects with negotiated terms; each has a few kilobytes, like a price table. */
const CATALOGS_MAX = 500;
/** Stands for any project without negotiated terms; no project has this id. */
const NOBODY = '';

export function createOffers({ makers, ...watched }: OffersOptions): Offers {
  const code = PRICE_TABLE;
  const watch = createPriceWatch({ ...watched, code });
  const catalogs = boundedMap<Catalog>(CATALOGS_MAX);

  function catalogFor(environment: KeyEnvironment, offered: Pick<OfferedTo, 'version' | 'table'>): Catalog {
    const name = `${environment} ${offered.version}`;
    const found = catalogs.get(name);
    if (found !== undefined) return found;
    const made = makers[environment]({ table: offered.table(), version: offered.version });
    catalogs.set(name, made);
    return made;
  }

  function inForce({ id, environment }: OfferedProject): Catalog | null {
    const offered = watch.offeredTo(id);
    return offered === null ? null : catalogFor(environment, offered);
  }

  async function firstCatalog(project: OfferedProject): Promise<Catalog> {
    await watch.refresh().catch(() => {});
    const catalog = inForce(project);
    if (catalog === null) throw unavailable('service_unavailable');
    return catalog;
  }

  return {
    catalogOf: (project) => inForce(project) ?? firstCatalog(project),
    listed: (environment) =>
      inForce({ id: NOBODY, environment }) ??
      catalogFor(environment, { version: priceVersionOf(code), table: () => code }),
    refresh: watch.refresh,
    close: watch.close,
  };
}
