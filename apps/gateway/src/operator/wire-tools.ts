/** Tools that teams added, in the form of the operator API. */
import { type FieldProblems, invalidRequest } from '@farebox/contract';
import { microsToJson } from '@farebox/kernel';
import { parseManifestText, type ToolManifest } from '@farebox/manifest';
import { differencesOf, readTool, type StoredTool, type StoredVersion } from '@farebox/tools';
import type { ActedOn } from './endpoint.ts';

/** @param given an object, or YAML or JSON as text. Throws `invalid_request` with every problem by its pointer. */
export function manifestOf(given: unknown): ToolManifest {
  const read = readTool(typeof given === 'string' ? parsed(given) : given);
  if (!read.ok) throw invalidRequest(inBody(read.problems));
  return read;
}

const AT = '/manifest';

function parsed(text: string): unknown {
  const read = parseManifestText(text);
  if (read.ok) return read.document;
  const lines = read.problems.map(({ line, column, problem }) => `line ${line}, column ${column}: ${problem}`);
  throw invalidRequest({ [AT]: lines.join('; ') });
}

const inBody = (problems: FieldProblems): FieldProblems =>
  Object.fromEntries(Object.entries(problems).map(([pointer, problem]) => [AT + pointer, problem] as const));

export const wireTool = ({ name, activeVersion, latestVersion, retiredAt, changedAt }: StoredTool) => ({
  name,
  activeVersion,
  latestVersion,
  retiredAt: retiredAt?.toISOString() ?? null,
  changedAt: changedAt.toISOString(),
});

export const wireVersion = ({ version, digest, publishedAt, publishedBy }: Omit<StoredVersion, 'manifest'>) => ({
  version,
  digest,
  publishedAt: publishedAt.toISOString(),
  publishedBy,
});

interface Change {
  readonly before: StoredTool | null;
  readonly after: StoredTool;
  readonly isChanged: boolean;
}

/** The audit log entry; null if nothing changed. The manifest itself stays available under its version. @param more facts of the act. */
export function toldOf({ before, after, isChanged }: Change, more: object = {}): ActedOn | null {
  if (!isChanged) return null;
  return {
    target: after.name,
    before: before === null ? null : wireTool(before),
    after: { ...wireTool(after), ...more },
  };
}

interface Compared {
  readonly tool: ToolManifest;
  readonly stored: StoredTool | null;
  /** The version with this content; null: it is not published. */
  readonly version: number | null;
  readonly active: StoredVersion | null;
}

/** A preview of publishing. */
export function wireToolPreview({ tool, stored, version, active }: Compared) {
  const { manifest, canonical, digest, exampleQuote, rule, inputSchema } = tool;
  const { units, minimumMicros, maximumMicros } = exampleQuote;
  return {
    name: manifest.name,
    version: version ?? (stored?.latestVersion ?? 0) + 1,
    digest,
    isNew: version === null,
    activeVersion: stored?.activeVersion ?? null,
    retiredAt: stored?.retiredAt?.toISOString() ?? null,
    unit: manifest.price.unit,
    exampleQuote: {
      units: Number(units),
      minimumMicros: microsToJson(minimumMicros),
      maximumMicros: microsToJson(maximumMicros),
    },
    highestPriceMicros: microsToJson(rule.chargeMaxMicros),
    inputSchema,
    changes: active === null ? [] : differencesOf(JSON.parse(active.manifest), JSON.parse(canonical)),
  };
}
