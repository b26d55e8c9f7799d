/**
 * The tools on offer: those of the code, and the own tools of the moment. Whatever does not depend on prices is made once,
 * and a change of one own tool leaves the compiled schemas of all others.
 */
import { type Micros, minMicros } from '@farebox/kernel';
import { compilePipeline, type Pipeline, type PricedOffers } from '../pipeline/pipeline.ts';
import { offerOf, pricedOffer, type Pricing, type Services, type UnpricedOffer } from '../priced-use.ts';
import type { ToolDefinition } from '../tool.ts';
import type { OwnTool } from './tool.ts';
import type { OwnVersion } from './version.ts';

export const NO_OWN_TOOLS: readonly OwnTool[] = [];

export interface OfferedTools {
  /** Those of the code, then own tools. */
  readonly all: readonly UnpricedOffer[];
  readonly builtIn: readonly UnpricedOffer[];
  readonly own: ReadonlyMap<string, UnpricedOffer>;
  readonly versions: readonly OwnVersion[];
  readonly pipelineOf: ((priced: PricedOffers) => Pipeline) | null;
}

/** @returns the tools with these own ones, the same object for the same array. */
export function offeredTools(
  tools: readonly ToolDefinition[],
  services: Services,
): (own: readonly OwnTool[]) => OfferedTools {
  const builtIn = tools.map((tool) => offerOf(tool, services));
  const names = new Set(tools.map(({ name }) => name));
  const offers = new WeakMap<OwnTool, UnpricedOffer>();
  const offerOnce = (tool: OwnTool): UnpricedOffer => kept(offers, tool, () => offerOf(tool, services));
  const sets = new WeakMap<readonly OwnTool[], OfferedTools>();
  return (own) =>
    kept(sets, own, () => {
      // A tool of this release may have taken the name of an older own one.
      const fresh = own.filter(({ name }) => !names.has(name));
      const owned = fresh.map(offerOnce);
      const all = [...builtIn, ...owned];
      return {
        all,
        builtIn,
        own: new Map(owned.map((offer) => [offer.tool.name, offer])),
        versions: fresh.map((tool) => tool.own),
        pipelineOf: compilePipeline(all),
      };
    });
}

function kept<K extends WeakKey, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

/** Prices of built-in tools are checked before the catalog exists; own tools, of which there may be many, are priced when used. */
export function pricedOffers({ builtIn, own }: OfferedTools, pricing: Pricing): PricedOffers {
  const priced = new Map(builtIn.map((offer) => [offer.tool.name, pricedOffer(offer, pricing)]));
  const minimumOf = (offer: UnpricedOffer): Micros =>
    (priced.get(offer.tool.name) ?? pricedOffer(offer, pricing)).minimumMicros;
  return {
    named(name) {
      const owned = own.get(name);
      return owned === undefined ? priced.get(name) : pricedOffer(owned, pricing);
    },
    minimumMicros: (offers) => offers.map(minimumOf).reduce(minMicros),
  };
}
