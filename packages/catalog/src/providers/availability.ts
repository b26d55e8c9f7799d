/** Whether what a tool needs, such as an external service, is configured in this deployment. */
import type { Call } from '../call.ts';
import type { ToolDefinition } from '../tool.ts';
import type { ProviderOffers } from './provider.ts';

export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string };

/** `tool` or `tool/model` → why it cannot be offered here. */
export type Unavailable = Readonly<Record<string, string>>;

const AVAILABLE: Availability = { available: true };
const NOT_CONFIGURED = 'No external service is configured for it here.';
const NO_FFMPEG = 'No ffmpeg that can do it is configured here.';

/** What is configured here, of what tools may need. */
export interface Configured {
  readonly providers: ProviderOffers;
  readonly audioFormats: ReadonlySet<string>;
}

/** A tool is offered while one of its models is. */
export function unconfigured(tools: readonly ToolDefinition[], configured: Configured): Unavailable {
  return Object.fromEntries(tools.flatMap((tool) => missingOf(tool, configured)));
}

function missingOf(tool: ToolDefinition, { providers, audioFormats }: Configured): (readonly [string, string])[] {
  const { name, models, provider, needsFfmpeg = false } = tool;
  if (provider === undefined && !needsFfmpeg) return [];
  const [isOffered, reason]: [(model: string) => boolean, string] =
    provider === undefined
      ? [(model) => audioFormats.has(model), NO_FFMPEG]
      : [(model) => providers.has(`${name}/${model}`), NOT_CONFIGURED];
  const missing = models.filter((model) => !isOffered(model.name)).map((model) => `${name}/${model.name}`);
  const isMissing = models.length === 0 ? audioFormats.size === 0 : missing.length === models.length;
  return (isMissing ? [name, ...missing] : missing).map((each) => [each, reason]);
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
