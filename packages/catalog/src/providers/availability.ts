/** Whether what a tool needs, such as an external service, is configured in this deployment. */
import type { Call } from '../call.ts';
import type { ToolDefinition } from '../tool.ts';
import type { ProviderOffers } from './provider.ts';

export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** `tool` or `tool/model` → why it cannot be offered here. */
export type Unavailable = Readonly<Record<string, string>>;

const AVAILABLE: Availability = { available: true };
const NOT_CONFIGURED = 'No external service is configured for it here.';

/** A tool is offered while one of its models is. */
export function unconfigured(tools: readonly ToolDefinition[], offers: ProviderOffers): Unavailable {
  const reasons = tools.flatMap(({ name, models, provider }) => {
    if (provider === undefined) return [];
    const missing = models.map((model) => `${name}/${model.name}`).filter((each) => !offers.has(each));
    return missing.length === models.length ? [name, ...missing] : missing;
  });
  return Object.fromEntries(reasons.map((each) => [each, NOT_CONFIGURED]));
}

/** @param model null for the tool as a whole. */
export function availabilityOf(reasons: ReadonlyMap<string, string>, tool: string, model: string | null): Availability {
  const reason = reasons.get(tool) ?? (model === null ? undefined : reasons.get(`${tool}/${model}`));
  return reason === undefined ? AVAILABLE : { available: false, reason };
}

/** Whether the model that is configured for a call can do just this. */
export function withinLimits({ service, use }: Call): Availability {
  const model = service?.model ?? null;
  const limit = model === null ? null : use.limitOf(model);
  return limit === null ? AVAILABLE : { available: false, reason: limit };
}

/** Of several things that are all needed: the first that is missing decides. */
export const together = (all: readonly Availability[]): Availability =>
  all.find(({ available }) => !available) ?? AVAILABLE;
