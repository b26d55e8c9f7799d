/** Manifests of tools: read from text or from a parsed document, checked, with the digest of their content. Pure; opens nothing. */
export { resultProblem } from './input/result.ts';
export { knownFile } from './known-file.ts';
export type { ArtifactBounds, FileRule, JsonMembers, Manifest, SampleFile, TestCase } from './manifest.ts';
export { importMcpTool } from './import/mcp.ts';
export { importOpenApi, type Imported } from './import/openapi.ts';
export { manifestText, parseApiText } from './import/text.ts';
export { readManifest, type ReadManifest, type ToolManifest } from './read.ts';
export { expectedProblem, type TestCall, testCall } from './tests/test-call.ts';
export { parseManifestText } from './text/parse-text.ts';
export { type ManifestPlaces, placesOf } from './text/places.ts';
