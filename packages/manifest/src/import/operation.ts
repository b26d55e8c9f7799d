/** Finds an operation of an OpenAPI document, its address and its arguments. */
import { isObject } from '@farebox/price-rules';
import { serviceUrlOf } from '@farebox/kernel';
import { METHODS } from '../runner/http-api.ts';
import { listAt, type Members, objectAt, textAt } from './resolve.ts';

export interface Operation {
  readonly id: string;
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly members: Members;
  /** Null: the document does not state an address that a manifest can have. */
  readonly url: string | null;
  readonly parameters: readonly Parameter[];
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly isRequired: boolean;
  readonly schema: Members;
}

export type FoundOperation =
  | { readonly ok: true; readonly operation: Operation }
  | { readonly ok: false; readonly problem: string };

const LISTED_MAX = 20;

export function operationOf(document: unknown, id: string): FoundOperation {
  const paths = isObject(document) ? objectAt(document, document['paths']) : {};
  const known: string[] = [];
  for (const [path, item] of Object.entries(paths)) {
    const shared = objectAt(document, item);
    for (const [word, value] of Object.entries(shared)) {
      const members = isObject(value) ? value : {};
      const found = textAt(members, 'operationId');
      if (found === null) continue;
      known.push(found);
      if (found !== id) continue;
      const method = METHODS.find((each) => each === word.toUpperCase());
      return method === undefined
        ? { ok: false, problem: `${id} is a ${word.toUpperCase()}: a tool calls ${METHODS.join(', ')}` }
        : { ok: true, operation: { id, method, path, members, ...placeOf(document, shared, members) } };
    }
  }
  const listed = known.slice(0, LISTED_MAX).join(', ');
  return {
    ok: false,
    problem: known.length === 0 ? 'no operation has an operationId' : `has no operation ${id}; it has ${listed}`,
  };
}

function placeOf(document: unknown, shared: Members, members: Members): Pick<Operation, 'url' | 'parameters'> {
  const parameters = new Map<string, Parameter>();
  for (const value of [...listAt(shared, 'parameters'), ...listAt(members, 'parameters')]) {
    const parameter = objectAt(document, value);
    const [name, place] = [textAt(parameter, 'name'), textAt(parameter, 'in')];
    if (name === null || place === null) continue;
    const schema = objectAt(document, parameter['schema']);
    const description = textAt(parameter, 'description');
    parameters.set(`${place} ${name}`, {
      name,
      in: place,
      isRequired: parameter['required'] === true || place === 'path',
      schema: description === null ? schema : { description, ...schema },
    });
  }
  const root = isObject(document) ? document : {};
  const [server] =
    [members, shared, root].map((each) => listAt(each, 'servers')).find(({ length }) => length > 0) ?? [];
  return { url: urlOf(objectAt(document, server)), parameters: [...parameters.values()] };
}

/** Variables have their defaults. A relative address is that of the document, which is not known here. */
function urlOf(server: Members): string | null {
  const variables = isObject(server['variables']) ? server['variables'] : {};
  const text = (textAt(server, 'url') ?? '').replaceAll(/\{([^{}]{1,100})\}/g, (_, name: string) => {
    const variable = variables[name];
    return (isObject(variable) ? textAt(variable, 'default') : null) ?? '';
  });
  return 'problem' in serviceUrlOf(text) ? null : text.replace(/(?<!\/)\/+$/, '');
}
