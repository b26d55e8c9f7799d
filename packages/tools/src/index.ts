/** Tools that teams add by a manifest: versions that never change, and which of them is offered. No HTTP. */
export { differencesOf } from './differences.ts';
export { readTool } from './read-tool.ts';
export { activateTool, publishTool, retireTool } from './store/acts.ts';
export {
  type OfferedVersion,
  type ToolChange,
  type ToolChanges,
  toolReader,
  type ToolReader,
} from './store/changes.ts';
export {
  findDigest,
  findTool,
  findToolVersion,
  listTools,
  listToolVersions,
  type OfferedRunner,
  readRunners,
} from './store/read.ts';
export type { StoredTool, StoredVersion } from './stored.ts';
