/**
 * Names the missing thing in `not_found` of the operator API: `details.missing`. A thing that is hidden from the caller gets
 * the same word as one that does not exist. The public API never says more than its own reasons do.
 */
import { AppError } from '../errors.ts';
import type { OperatorRoute } from './route.ts';

/** Path parameter → the thing that it identifies. */
export const MISSING_OF_PARAM = {
  projectId: 'project',
  organizationId: 'organization',
  memberId: 'member',
  key: 'key',
  keyId: 'key',
  runnerKeyId: 'key',
  executionId: 'execution',
  fileId: 'file',
  invitationId: 'invitation',
  exportId: 'export',
  checkoutId: 'checkout',
  proposalId: 'proposal',
  webhookId: 'webhook',
  provider: 'provider',
  priceVersion: 'price_version',
  toolName: 'tool',
} as const;
export type Missing = (typeof MISSING_OF_PARAM)[keyof typeof MISSING_OF_PARAM] | 'review' | 'tool_version';

/** The word for a path parameter of this route; undefined for a parameter of no route. */
export const missingOf = ({ tag }: Pick<OperatorRoute, 'tag'>, param: string): Missing | undefined =>
  // An execution that is not under review has no review: the id may be right.
  tag === 'Reviews' && param === 'executionId'
    ? 'review'
    : (MISSING_OF_PARAM as Readonly<Record<string, Missing>>)[param];

export const notFound = (missing: Missing): AppError => new AppError('not_found', { details: { missing } });

/** Versions that the error of an unknown one names. */
const VERSIONS_NAMED = 10;

/** @param versions those that exist, newest first. */
export const toolVersionNotFound = (versions: readonly { readonly version: number }[]): AppError =>
  new AppError('not_found', {
    details: {
      missing: 'tool_version' satisfies Missing,
      versions: versions.slice(0, VERSIONS_NAMED).map(({ version }) => version),
    },
  });
