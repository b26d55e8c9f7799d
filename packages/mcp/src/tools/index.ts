/** The tools of every MCP server, in the order of their use. */
import { describeTool, listTools } from './catalog.ts';
import { cancelExecution, getExecution, getUsage } from './following.ts';
import { execute, quote } from './paying.ts';
import type { McpTool } from './tool.ts';
import { uploadFile } from './upload.ts';
import { viewArtifact } from './view.ts';

export const TOOLS: readonly McpTool[] = [
  listTools,
  describeTool,
  uploadFile,
  quote,
  execute,
  getExecution,
  viewArtifact,
  cancelExecution,
  getUsage,
];
