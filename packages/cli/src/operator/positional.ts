/**
 * Fields that a command takes as an argument instead of an option, because people write them each time:
 * `tool publish FILE`, `tool activate NAME VERSION`. Also the route that only previews an act.
 */
import type { OperatorRouteName } from '@farebox/contract';

const POSITIONAL: Partial<Readonly<Record<OperatorRouteName, string>>> = {
  activateTool: 'version',
  getTool: 'version',
  previewTool: 'manifest',
  publishTool: 'manifest',
};

/** The name of the field; undefined: every field of the command is an option. */
export const positionalOf = (name: OperatorRouteName): string | undefined => POSITIONAL[name];

const PREVIEWS: Partial<Readonly<Record<OperatorRouteName, OperatorRouteName>>> = { publishTool: 'previewTool' };

/** The route that `--preview` calls instead. */
export const previewOf = (name: OperatorRouteName): OperatorRouteName | undefined => PREVIEWS[name];
