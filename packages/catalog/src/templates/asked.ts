/** Parses the tool name of a template: `@name` or `@name` with a version. */
import { TEMPLATE_TOOL } from '@farebox/contract';

export interface AskedTemplate {
  readonly name: string;
  /** Null for the active version. */
  readonly version: number | null;
}

/** Null if the tool is not a template, for example if it is a tool of the catalog. */
export function askedTemplate(tool: string): AskedTemplate | null {
  if (!tool.startsWith('@')) return null;
  const [, name, version] = TEMPLATE_TOOL.exec(tool) ?? [];
  return name === undefined ? null : { name, version: version === undefined ? null : Number(version) };
}
