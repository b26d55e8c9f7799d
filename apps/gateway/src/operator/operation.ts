/** What the operator API offers: each operation is one object, for an ADMIN of the project in its path. */
import type { TSchema } from 'typebox';
import type { KeyAuthority } from '@tollgate/identity';
import type { JsonObject } from '@tollgate/contract';
import type { HandlerResult } from '../call/endpoint.ts';

export interface OperatorCall {
  readonly projectId: string;
  /** The ADMIN who calls. */
  readonly memberId: string;
  readonly params: Readonly<Record<string, string>>;
  /** Checked against the operation's schema; `{}` where there is none. */
  readonly body: JsonObject;
}

export interface Operation {
  readonly method: 'get' | 'post';
  /** Express path below /projects/:projectId. */
  readonly path: string;
  readonly schema?: TSchema;
  readonly run: (authority: KeyAuthority, call: OperatorCall) => Promise<HandlerResult>;
}
