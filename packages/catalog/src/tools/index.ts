/** All offered tools: every tool that has a folder here, except those for developers. */
import type { ToolDefinition } from '../tool.ts';
import { ALL_TOOLS } from './all.ts';

export const TOOLS: readonly ToolDefinition[] = ALL_TOOLS.filter(({ category }) => category !== 'development');
/** Offered only if enabled: it does nothing that a customer would pay for. */
export const REHEARSAL_TOOLS: readonly ToolDefinition[] = ALL_TOOLS.filter(
  ({ category }) => category === 'development',
);
