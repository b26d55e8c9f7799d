/** Reads an OpenAPI document from anybody: references within it are followed, for a bounded number of steps. */
import { isObject, memberOf } from '@farebox/price-rules';

export type Members = Readonly<Record<string, unknown>>;

const STEPS_MAX = 16;

/** The object that a value is or refers to; empty if there is none. References to other documents are not followed. */
export function objectAt(document: unknown, value: unknown): Members {
  let found = value;
  for (let step = 0; step < STEPS_MAX && isObject(found); step++) {
    const { $ref } = found;
    if (typeof $ref !== 'string') return found;
    found = $ref.startsWith('#/') ? pointedAt(document, $ref.slice(2)) : undefined;
  }
  return {};
}

const pointedAt = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(memberOf, document);

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const listAt = (value: Members, name: string): readonly unknown[] => {
  const found = value[name];
  return Array.isArray(found) ? found : [];
};

export const textAt = (value: Members, name: string): string | null => {
  const found = value[name];
  return typeof found === 'string' && found.trim() !== '' ? found : null;
};
