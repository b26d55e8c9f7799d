/** A manifest that was checked. It is frozen JSON, so it can be stored, hashed and read again. */
import type { Category, Unit } from '@farebox/contract';
import type { FileType } from '@farebox/kernel';
import type { Pointer, Price } from '@farebox/price-rules';
import type { JsonMembers, JsonValue } from './json.ts';
import type { FileForm, HttpApi } from './runner/http-api.ts';

export type { JsonMembers, JsonValue };

/** The kinds of tools that a manifest can add. */
export type ManifestCategory = Exclude<Category, 'pipeline' | 'development'>;
/** Units of work. The other units of the contract are lines of a bill. */
export type ManifestUnit = Exclude<Unit, 'step' | 'call' | 'minimum'>;

/** Limits of a file: pixels of an image or a frame, pixels of a side, seconds, bytes. Absent: the limit of the service. */
export interface FileBounds {
  readonly pixelsMax?: number;
  readonly sideMax?: number;
  readonly secondsMax?: number;
  readonly sizeBytesMax?: number;
}

export interface FileRule extends FileBounds {
  readonly mimeTypes: readonly FileType[];
}

export interface ArtifactBounds {
  readonly mimeTypes: readonly FileType[];
  /** The artifact is never larger than this file of the input, or never exceeds these limits. */
  readonly size: { readonly like: Pointer } | FileBounds;
}

interface RunnerLimits {
  /** Seconds from the first attempt to the end of an execution. */
  readonly maxRuntimeSeconds: number;
  /** Calls that the runner works on at the same time. */
  readonly concurrency: number;
}

interface RemoteRunner extends RunnerLimits {
  /** An https URL; http only on this machine. */
  readonly url: string;
  /** The name of a secret. Its value is never in a manifest. */
  readonly secret?: string;
  /** The address for calls of test projects. */
  readonly test?: { readonly url: string };
}

interface Repeatable {
  /** Whether the same request twice has no second effect. */
  readonly idempotent?: boolean;
}

export type Runner =
  | ({ readonly kind: 'http'; readonly secret: string } & RemoteRunner & Repeatable)
  | ({ readonly kind: 'pull' } & RunnerLimits & Repeatable)
  /** `tool`: its name at the MCP server. `files`: the value of a file argument in a call. */
  | ({ readonly kind: 'mcp'; readonly tool: string; readonly files?: FileForm } & RemoteRunner & Repeatable)
  | ({ readonly kind: 'openapi' } & HttpApi & RemoteRunner);

export interface Simulated {
  readonly result?: JsonValue;
  readonly units?: number;
  /** Sample files, one for each artifact of `output`. */
  readonly artifacts?: readonly { readonly fileId: string }[];
}

export interface TestCase {
  readonly arguments: JsonMembers;
  readonly expect: { readonly units?: number; readonly result?: JsonMembers };
}

export interface Manifest {
  readonly farebox: 1;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly category: ManifestCategory;
  /** JSON Schema 2020-12; a file is `{ "$ref": "farebox:file" }`. */
  readonly input: JsonMembers;
  readonly example: JsonMembers;
  /** By JSON Pointer of the file argument, with `*` for the elements of an array. */
  readonly files?: Readonly<Record<Pointer, FileRule>>;
  readonly output?: { readonly result?: JsonMembers; readonly artifacts?: readonly ArtifactBounds[] };
  readonly price: Price & { readonly unit: ManifestUnit };
  readonly runner: Runner;
  readonly test?: { readonly simulate?: Simulated; readonly cases?: readonly TestCase[] };
}

/** A file that every project has. Sizes are upright pixels and seconds, as they were measured. */
export interface SampleFile {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
}
