/** What is offered: every tool that has a folder here, except what only developers are offered, on request. */
import type { ToolDefinition } from '../tool.ts';
import { ALL_TOOLS } from './all.ts';

export const TOOLS: readonly ToolDefinition[] = ALL_TOOLS.filter(({ category }) => category !== 'development');
/** Offered only on request: it does nothing a customer would pay for. */
export const REHEARSAL_TOOLS: readonly ToolDefinition[] = ALL_TOOLS.filter(
  ({ category }) => category === 'development',
);
