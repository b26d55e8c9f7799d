/** Names of templates where a tool is named. */
import { TEMPLATE_TOOL } from '@farebox/contract';

export interface AskedTemplate {
  readonly name: string;
  /** Null: the one that is active. */
  readonly version: number | null;
}

/** Null of what is no template's name, such as that of a tool of the catalog. */
export function askedTemplate(tool: string): AskedTemplate | null {
  if (!tool.startsWith('@')) return null;
  const [, name, version] = TEMPLATE_TOOL.exec(tool) ?? [];
  return name === undefined ? null : { name, version: version === undefined ? null : Number(version) };
}
