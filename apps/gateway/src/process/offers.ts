/**
 * The current offer for each project: catalogs made from the prices in force and the own tools on offer. It decides quotes.
 * At an accept the database decides, so a gateway that is late sells nothing at an old price or of an old version.
 */
import {
  type Catalog,
  type CatalogMaker,
  LIST_PRICE,
  type OwnTool,
  PRICE_TABLE,
  priceVersionOf,
} from '@farebox/catalog';
import type { KeyEnvironment } from '@farebox/identity';
import { boundedMap, type Clock } from '@farebox/kernel';
import type { OfferedTo, PriceReader } from '@farebox/prices';
import type { Logger } from '@farebox/telemetry';
import { unavailable } from '../endpoint/failure.ts';
import { createPriceWatch } from './price-watch.ts';
import { createToolWatch, type ToolWatchOptions } from './tool-watch.ts';

export interface Offers {
  /** Returns a promise only until the database has answered once; it rejects with `service_unavailable` meanwhile. */
  readonly catalogOf: (project: OfferedProject) => Catalog | Promise<Catalog>;
  /** The offer to projects without negotiated terms; at the code's prices until the database has answered. */
  readonly listed: (environment: KeyEnvironment) => Catalog;
  /** Reads prices and tools now. Rejects when the database does not answer. */
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
  readonly tools: ToolWatchOptions['reader'];
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Cached catalogs of projects with negotiated terms; each has a few kilobytes, like a price table. */
const CATALOGS_MAX = 500;
/** Stands for any project without negotiated terms; no project has this id. */
const NOBODY = '';

export function createOffers({ makers, tools, ...watched }: OffersOptions): Offers {
  const code = PRICE_TABLE;
  const watch = createPriceWatch({ ...watched, code });
  const toolWatch = createToolWatch({ ...watched, reader: tools });
  const catalogs = createCatalogs(makers);

  function inForce({ id, environment }: OfferedProject): Catalog | null {
    const [offered, own] = [watch.offeredTo(id), toolWatch.offered()];
    return offered === null || own === null ? null : catalogs(environment, offered, own);
  }

  const refresh = async (): Promise<void> => void (await Promise.all([watch.refresh(), toolWatch.refresh()]));

  async function firstCatalog(project: OfferedProject): Promise<Catalog> {
    await refresh().catch(() => {});
    const catalog = inForce(project);
    if (catalog === null) throw unavailable('service_unavailable');
    return catalog;
  }

  return {
    catalogOf: (project) => inForce(project) ?? firstCatalog(project),
    listed: (environment) =>
      inForce({ id: NOBODY, environment }) ??
      catalogs(environment, { version: priceVersionOf(code), basisPoints: LIST_PRICE, table: () => code }, NO_TOOLS),
    refresh,
    close: () => [watch, toolWatch].forEach(({ close }) => close()),
  };
}

const NO_TOOLS: readonly OwnTool[] = [];

type Prices = Pick<OfferedTo, 'version' | 'basisPoints' | 'table'>;

/** Makes catalogs once. Those with earlier own tools are dropped, because no project is offered them again. */
function createCatalogs(makers: OffersOptions['makers']) {
  let [known, knownOwn] = [boundedMap<Catalog>(CATALOGS_MAX), NO_TOOLS];
  return (environment: KeyEnvironment, { version, basisPoints, table }: Prices, own: readonly OwnTool[]): Catalog => {
    if (own !== knownOwn) [known, knownOwn] = [boundedMap<Catalog>(CATALOGS_MAX), own];
    const name = `${environment} ${version}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = makers[environment]({ table: table(), version, basisPoints, own });
    known.set(name, made);
    return made;
  };
}
