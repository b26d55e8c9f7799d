/** Converts a path of OpenAPI (`{id}`) to one of Express (`:id`). */
export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
