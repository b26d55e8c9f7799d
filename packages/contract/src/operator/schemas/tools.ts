/** Tools that teams add by a manifest, and their versions. */
import { Type } from 'typebox';
import { TOOL_NAME } from '../../limits.ts';
import { PriceUnit } from '../../schemas/catalog.ts';
import {
  closed,
  Count,
  described,
  int32,
  JsonObject,
  list,
  MicrosJson,
  named,
  nullable,
  text,
  Timestamp,
} from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const SUBJECT_MAX = 500;
const DIGEST_CHARACTERS = 64;
/** Characters of a manifest as text. The reader of manifests has more limits. */
const MANIFEST_CHARACTERS_MAX = 262_144;
/** Versions that the details of a tool list. */
export const TOOL_VERSIONS_SHOWN = 100;
const CHANGES_MAX = 50;

export const OwnToolName = Type.String({
  $id: 'OwnToolName',
  pattern: TOOL_NAME.source,
  maxLength: 64,
  description: 'The name of a tool that a team added by a manifest.',
});
const Version = int32(1, { description: 'The number of the version: 1, 2, 3 and so on.' });
const Digest = Type.String({
  $id: 'ManifestDigest',
  pattern: '^[0-9a-f]{64}$',
  maxLength: DIGEST_CHARACTERS,
  description: 'SHA-256 of the manifest as RFC 8785 canonical JSON. Equal content has an equal digest.',
});
const state = {
  name: OwnToolName,
  activeVersion: nullable(Version, 'The version that is offered; null: none.'),
  latestVersion: Version,
  retiredAt: nullable(Timestamp, 'Null: not retired.'),
  changedAt: Timestamp,
};
export const OwnTool = Type.Object(state, named('OwnTool', 'A tool that a team added by a manifest.'));
export const OwnToolPage = Type.Object(
  { tools: list(OwnTool, PAGE_MAX), nextBefore: nullable(OwnToolName) },
  named('OwnToolPage', 'Tools that teams added, the last changed first.'),
);
export const OwnToolQuery = pageQuery(OwnToolName);

const OwnToolVersion = Type.Object(
  {
    version: Version,
    digest: Digest,
    publishedAt: Timestamp,
    publishedBy: Type.String({ maxLength: SUBJECT_MAX, description: 'The `sub` of the session.' }),
  },
  named('OwnToolVersion', 'A version of a tool. It never changes.'),
);
export const OwnToolDetails = Type.Object(
  {
    ...state,
    version: Version,
    digest: Digest,
    manifest: JsonObject,
    versions: list(OwnToolVersion, TOOL_VERSIONS_SHOWN, 'The latest versions, latest first.'),
  },
  named('OwnToolDetails', 'A tool with the manifest of one version.'),
);
export const OwnToolVersionQuery = Type.Object(
  {
    version: Type.Optional(
      int32(1, { description: 'Default: the active version, or the latest one if none is active.' }),
    ),
  },
  closed,
);

const Manifest = Type.Union(
  [
    described(JsonObject, 'The manifest as JSON, at most 30 levels deep.'),
    Type.String({ maxLength: MANIFEST_CHARACTERS_MAX, description: 'The manifest as YAML or JSON.' }),
  ],
  {
    description: 'The manifest: a JSON object, or a text of YAML or JSON. Pointers of problems begin with `/manifest`.',
  },
);
export const PreviewToolRequest = Type.Object({ manifest: Manifest }, closed);
export const PublishToolRequest = Type.Object(
  {
    manifest: Manifest,
    activate: Type.Optional(
      Type.Boolean({ description: 'Whether the version is offered from now on. Default: false.' }),
    ),
    reason: Reason,
  },
  named('PublishToolRequest', 'A manifest to publish.'),
);
export const PublishedTool = Type.Object(
  {
    ...state,
    version: Version,
    digest: Digest,
    isNew: Type.Boolean({ description: 'False: a version with this content existed before.' }),
  },
  named('PublishedTool', 'The version with the content of the manifest.'),
);
export const ActivateToolRequest = Type.Object(
  {
    version: Type.Optional(int32(1, { description: 'Default: the latest version.' })),
    reason: Reason,
  },
  named('ActivateToolRequest', 'The version that is offered from now on.'),
);

const ExampleQuote = Type.Object(
  { units: Count, minimumMicros: MicrosJson, maximumMicros: MicrosJson },
  named(
    'ExampleQuote',
    "The quote of the manifest's example: its units, and the least and the most that a success costs.",
  ),
);
const ManifestChange = Type.Object(
  {
    pointer: text('JSON Pointer into the manifest.'),
    before: text('The value in the active version as JSON, shortened; `-`: it is absent.'),
    after: text('The value in this manifest.'),
  },
  named('ManifestChange', 'A difference between two manifests.'),
);
export const ToolPreview = Type.Object(
  {
    name: OwnToolName,
    version: Version,
    digest: Digest,
    isNew: Type.Boolean({ description: 'False: this content is published already, as this version.' }),
    activeVersion: nullable(Version, 'The version that is offered now; null: none.'),
    retiredAt: nullable(Timestamp, 'Null: not retired.'),
    unit: PriceUnit,
    exampleQuote: ExampleQuote,
    highestPriceMicros: MicrosJson,
    inputSchema: JsonObject,
    changes: list(ManifestChange, CHANGES_MAX, 'What differs from the active version; empty without one.'),
  },
  named('ToolPreview', 'What publishing a manifest would do.'),
);
