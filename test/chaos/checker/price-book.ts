/** Which prices were in force when: the first table as a client read it in the catalog, the others as operators published them. */
import type { Json } from './canonical.ts';
import type { Evidence } from './evidence.ts';
import { exchangesOf } from './exchanges.ts';
import type { Prices } from './sold.ts';

export interface Price {
  readonly unit: string;
  readonly unitPriceMicros: number;
  readonly minimumMicros: number;
}

/** Prices by tool, or by `tool/model`. */
export type Tariff = ReadonlyMap<string, Price>;

export interface Book {
  readonly tables: ReadonlyMap<string, Tariff>;
  /** The version in force at a time. */
  readonly inForce: (atMs: number) => string;
  /** Every catalog that a client read. */
  readonly catalogs: readonly { readonly request: number; readonly version: string; readonly tariff: Tariff }[];
}

/** Null: no client read a catalog. */
export function bookOf({ client, published }: Pick<Evidence, 'client' | 'published'>): Book | null {
  const catalogs = exchangesOf(client).flatMap(({ act, request, reply: { data } }) =>
    act === 'catalog' && data !== undefined
      ? [{ request, version: String(data['priceVersion']), tariff: tariffOf(data) }]
      : [],
  );
  const [first] = catalogs;
  if (first === undefined) return null;
  const later = published.toSorted((a, b) => Date.parse(a.effectiveAt) - Date.parse(b.effectiveAt));
  return {
    tables: new Map([
      [first.version, first.tariff],
      ...later.map(({ version, tools }) => [version, publishedTariff(tools)] as const),
    ]),
    inForce: (atMs) => later.findLast(({ effectiveAt }) => Date.parse(effectiveAt) <= atMs)?.version ?? first.version,
    catalogs,
  };
}

/** The model that a tool uses if the client names none. */
const MODEL = 'standard';

export const priceIn = (tariff: Tariff, tool: string, model: unknown): Price | undefined =>
  tariff.get(`${tool}/${typeof model === 'string' ? model : MODEL}`) ?? tariff.get(tool);

interface Shown {
  readonly unit: string;
  readonly unitPriceMicros: number | string;
  readonly minimumChargeMicros: number | string;
}

const priceOf = ({ unit, unitPriceMicros, minimumChargeMicros }: Shown): Price => ({
  unit,
  unitPriceMicros: Number(unitPriceMicros),
  minimumMicros: Number(minimumChargeMicros),
});

interface ShownTool {
  readonly name: string;
  readonly price: Shown;
  readonly models: readonly { readonly name: string; readonly price: Shown }[];
}

/** Templates and pipelines have no prices of their own. */
const isPriced = ({ name }: ShownTool): boolean => !name.startsWith('@') && name !== 'pipeline';

const tariffOf = (catalog: Json): Tariff =>
  new Map(
    (catalog['tools'] as readonly ShownTool[])
      .filter(isPriced)
      .flatMap(({ name, price, models }) =>
        models.length === 0
          ? [[name, priceOf(price)] as const]
          : models.map((model) => [`${name}/${model.name}`, priceOf(model.price)] as const),
      ),
  );

const publishedTariff = (tools: Prices): Tariff =>
  new Map(
    Object.entries(tools).flatMap(([name, { unit, models, ...own }]) => {
      const ofModels = Object.entries(models);
      return ofModels.length === 0
        ? [[name, priceOf({ unit, ...own })] as const]
        : ofModels.map(([model, price]) => [`${name}/${model}`, priceOf({ unit, ...price })] as const);
    }),
  );
