/**
 * URLs that open one event stream without a key. The URL contains its whole permission, sealed with the URL secret: its bearer
 * can neither read nor change it, and any gateway opens the URLs of any other. Making one writes nothing.
 */
import { isId } from '@farebox/kernel';
import { createSeal } from '@farebox/storage';

export interface EventPermission {
  /** Public id of the key that made the URL; the URL ends with it. */
  readonly keyPublicId: string;
  readonly projectId: string;
  readonly expiresAt: Date;
  /** One execution or batch, or all executions of the project that match a filter. */
  readonly stream:
    | { readonly kind: 'execution' | 'batch'; readonly id: string }
    | { readonly kind: 'project'; readonly tool: string | undefined };
}

export interface EventAddresses {
  readonly urlOf: (permission: EventPermission) => string;
  /** Returns null for a URL that was not sealed with this secret. Only the database knows if it has expired. */
  readonly open: (address: string) => EventPermission | null;
}

/** Relative to the base path. */
const EVENTS_PATH = '/event-streams/';
/** Keeps the seals of uploads and downloads from being valid here. */
const PURPOSE = 'farebox-event-url-1';

/** @param publicUrl base URL of the gateway that clients use. */
export function createEventAddresses({
  publicUrl,
  urlSecret,
}: {
  readonly publicUrl: URL;
  readonly urlSecret: string;
}): EventAddresses {
  const { seal, open } = createSeal(urlSecret, PURPOSE);
  const base = publicUrl.href.replace(/(?<!\/)\/+$/, '');
  return {
    urlOf: (permission) => `${base}${EVENTS_PATH}${seal(encoded(permission))}`,
    open: (address) => {
      const text = open(address);
      return text === null ? null : decoded(text);
    },
  };
}

// One place for both ids: a gateway of an earlier release finds no such execution, and never opens the project's stream instead.
type Sealed = readonly [
  endsMs: number,
  keyPublicId: string,
  projectId: string,
  executionOrBatchId: string | null,
  tool: string | null,
];

function encoded({ expiresAt, keyPublicId, projectId, stream }: EventPermission): string {
  const named = stream.kind === 'project' ? ([null, stream.tool ?? null] as const) : ([stream.id, null] as const);
  const sealed: Sealed = [expiresAt.getTime(), keyPublicId, projectId, ...named];
  return JSON.stringify(sealed);
}

/** Needs no validation: the seal proves that a gateway wrote the text. */
function decoded(text: string): EventPermission {
  const [endsMs, keyPublicId, projectId, id, tool] = JSON.parse(text) as Sealed;
  const stream: EventPermission['stream'] =
    id === null
      ? { kind: 'project', tool: tool ?? undefined }
      : { kind: isId('batch', id) ? 'batch' : 'execution', id };
  return { expiresAt: new Date(endsMs), keyPublicId, projectId, stream };
}
