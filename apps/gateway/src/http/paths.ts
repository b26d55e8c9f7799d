/** OpenAPI's `{id}` → Express's `:id`. */
export const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
