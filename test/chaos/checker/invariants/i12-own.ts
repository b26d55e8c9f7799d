/**
 * I12 for own tools: each version is kept as its team wrote it, and a runner is sent what the client bought, also if it only claims the run: the tool
 * and the version of the quote, the arguments, the files by their digests, the forms of its outputs, the most units and the most cost.
 */
import { canonicalOf, isEqual, type Json } from '../canonical.ts';
import type { Evidence } from '../evidence.ts';
import { type OwnCall, ownCallsIn } from '../own-calls.ts';
import { type Artifact, unitsMaxOf } from '../own-tools.ts';
import type { Start } from '../runs.ts';

export function checkOwnTools(evidence: Evidence): string[] {
  const { run, toolVersions, files } = evidence;
  const kept = new Map(toolVersions.map(({ name, version, manifest }) => [`${name} ${version}`, manifest]));
  const versions = run.ownTools
    .filter(({ name, version, manifest }) => kept.get(`${name} ${version}`) !== canonicalOf(manifest))
    .map(({ name, version }) => `version ${version} of ${name} is not kept as its team wrote it`);
  const strange = [...kept.keys()]
    .filter((key) => run.ownTools.every(({ name, version }) => `${name} ${version}` !== key))
    .map((key) => `nobody published ${key}`);
  const digests = new Map(files.map(({ id, sha256 }) => [id, sha256.replace('\\x', '')]));
  const sent = ownCallsIn(evidence).flatMap((call) =>
    (call.run?.told ?? []).flatMap((body) =>
      differences(JSON.parse(body) as Start, call, digests).map(
        (what) => `the runner of ${call.token} was sent ${what}`,
      ),
    ),
  );
  return [...versions, ...strange, ...sent];
}

const MICROS = 1_000_000;

function differences(start: Start, call: OwnCall, digests: ReadonlyMap<string, string>): string[] {
  const { tool, manifest, input, limitMicros } = call;
  const { source, ...rest } = input;
  const asked = source === undefined ? rest : { ...rest, source: { input: 0 } };
  const facts: readonly (readonly [name: string, is: unknown, due: unknown])[] = [
    ['tool', start.tool, tool.name],
    ['version', start.version, tool.version],
    ['arguments', start.arguments, asked],
    ['files', start.inputs.length, source === undefined ? 0 : 1],
    ['outputs', start.outputs.map(formOf), (manifest.output?.artifacts ?? []).map(sizeOf)],
    ['unitsMax', start.limits.unitsMax, unitsMaxOf(manifest, input)],
    ['costMaxUsd', Math.round(Number(start.limits.costMaxUsd) * MICROS), limitMicros],
    ...digestOf(start, source as Json | undefined, digests),
  ];
  return facts
    .filter(([, is, due]) => !isEqual(is, due))
    .map(([name, is, due]) => `${name} ${JSON.stringify(is)}, bought was ${JSON.stringify(due)}`);
}

const formOf = ({ mimeTypes, sizeBytesMax }: Json): Json => ({ mimeTypes, sizeBytesMax });
const sizeOf = ({ mimeTypes, size }: Artifact): Json => ({ mimeTypes, sizeBytesMax: size['sizeBytesMax'] });

/** A file of an earlier step has its digest by that step's checks. */
function digestOf({ inputs }: Start, source: Json | undefined, digests: ReadonlyMap<string, string>) {
  const due = digests.get(String(source?.['fileId']));
  return due === undefined ? [] : [['sha256', inputs[0]?.['sha256'], due] as const];
}
