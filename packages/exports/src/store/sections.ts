/**
 * The sections of an export in their order, each read in pages along a key. A page depends only on the bounds of the export and on its position, so that a
 * part that is written again is identical. Reads no secret, and nothing of other projects.
 */
import { Prisma } from '@farebox/db';
import type { ClaimedExport } from './claim.ts';

export interface Section {
  readonly name: string;
  /** Rows of one page, which are in memory besides the part. */
  readonly limit: number;
  /** Rows with `position`, after which the next page begins; the other columns are the line. */
  readonly page: (of: ClaimedExport, after: string, limit: number) => Prisma.Sql;
}

const FEW = 500;
/** Fewer rows, because an execution has arguments and a result. */
const LARGE = 25;
const numbered = (after: string): Prisma.Sql => Prisma.sql`${after === '' ? '-1' : after}::bigint`;

export const SECTIONS: readonly Section[] = [
  {
    name: 'project',
    limit: 1,
    page: ({ projectId, transferId }, after) => Prisma.sql`
      SELECT p.id AS position, p.id, p.organization_id AS "organizationId", p.name, p.environment, p.execution_enabled AS "executionEnabled",
             p.monthly_cap_micros AS "monthlyCapMicros", p.low_balance_micros AS "lowBalanceMicros", p.suspended_at AS "suspendedAt",
             p.suspended_reason AS "suspendedReason", p.archived_at AS "archivedAt", p.created_at AS "createdAt", r.days AS "retentionDays",
             r.set_at AS "retentionSince", coalesce(o.origins, '{}') AS "allowedOrigins", o.set_at AS "allowedOriginsSince", b.balance
      FROM project AS p LEFT JOIN project_retention AS r ON r.project_id = p.id
      LEFT JOIN project_origins AS o ON o.project_id = p.id CROSS JOIN LATERAL (
        SELECT json_build_object(
          'fundedMicros', coalesce(sum(CASE 'funding' WHEN debit THEN amount_micros WHEN credit THEN -amount_micros ELSE 0 END), 0),
          'availableMicros', coalesce(sum(CASE 'available' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END), 0),
          'heldMicros', coalesce(sum(CASE 'held' WHEN credit THEN amount_micros WHEN debit THEN -amount_micros ELSE 0 END), 0),
          'spentMicros', coalesce(sum(amount_micros) FILTER (WHERE credit = 'spent'), 0)) AS balance
        FROM ledger_transfer WHERE project_id = p.id AND id <= ${transferId}) AS b
      WHERE p.id = ${projectId} AND p.id > ${after}`,
  },
  {
    name: 'members',
    limit: FEW,
    page: ({ projectId }, after, limit) => Prisma.sql`
      SELECT id AS position, id, subject, name, role, created_at AS "createdAt", removed_at AS "removedAt"
      FROM member WHERE project_id = ${projectId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'keys',
    limit: FEW,
    page: ({ projectId }, after, limit) => Prisma.sql`
      SELECT id AS position, id, lineage_id AS lineage, public_id AS "publicId", member_id AS "memberId", name, scopes, created_at AS "createdAt",
             expires_at AS "expiresAt", revoked_at AS "revokedAt", monthly_cap_micros AS "monthlyCapMicros"
      FROM api_key WHERE project_id = ${projectId} AND id > ${after} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'key-events',
    limit: FEW,
    page: ({ projectId, asOf }, after, limit) => Prisma.sql`
      SELECT id::text AS position, id AS event, key_id AS "keyId", action, actor_member_id AS "actorMemberId", created_at AS "createdAt"
      FROM api_key_event WHERE project_id = ${projectId} AND id > ${numbered(after)} AND created_at <= ${asOf} ORDER BY project_id, id LIMIT ${limit}`,
  },
  {
    name: 'price-terms',
    limit: FEW,
    page: ({ projectId, asOf }, after, limit) => Prisma.sql`
      SELECT version AS position, version, terms, effective_at AS "effectiveAt", superseded_at AS "supersededAt", cancelled_at AS "cancelledAt",
             published_at AS "publishedAt"
      FROM project_price_terms WHERE project_id = ${projectId} AND version > ${after} AND published_at <= ${asOf} ORDER BY version LIMIT ${limit}`,
  },
  {
    name: 'templates',
    limit: LARGE,
    page: ({ projectId, asOf }, after, limit) => Prisma.sql`
      SELECT at.position, v.name, v.version, v.content, v.key_id AS "keyId", v.created_at AS "createdAt",
             t.active IS NOT DISTINCT FROM v.version AS active, t.archived_at AS "archivedAt"
      FROM template_version AS v JOIN template AS t USING (project_id, name)
      CROSS JOIN LATERAL (SELECT v.name || ' ' || lpad(v.version::text, 3, '0') AS position) AS at
      WHERE v.project_id = ${projectId} AND v.created_at <= ${asOf} AND at.position > ${after} ORDER BY at.position LIMIT ${limit}`,
  },
  {
    name: 'transfers',
    limit: FEW,
    page: ({ projectId, transferId }, after, limit) => Prisma.sql`
      SELECT t.id::text AS position, t.id AS line, t.created_at AS at, t.kind, t.debit, t.credit, t.amount_micros AS "amountMicros",
             coalesce(t.execution_id, r.execution_id) AS "executionId", t.reference
      FROM ledger_transfer AS t LEFT JOIN ledger_refund AS r ON r.project_id = t.project_id AND r.reference = t.reference
      WHERE t.project_id = ${projectId} AND t.id > ${numbered(after)} AND t.id <= ${transferId} ORDER BY t.project_id, t.id LIMIT ${limit}`,
  },
  {
    name: 'checkouts',
    limit: FEW,
    page: ({ projectId, asOf }, after, limit) => Prisma.sql`
      SELECT id AS position, id, amount_micros AS "amountMicros", is_live AS "isLive", opened_by AS "openedBy", opened_at AS "openedAt",
             expires_at AS "expiresAt", status, session, payment, paid_at AS "paidAt", refunded_micros AS "refundedMicros",
             disputed_micros AS "disputedMicros", taken_micros AS "takenMicros"
      FROM checkout WHERE project_id = ${projectId} AND id > ${after} AND opened_at <= ${asOf} ORDER BY id LIMIT ${limit}`,
  },
  { name: 'executions', limit: LARGE, page: executions },
  {
    name: 'batches',
    limit: LARGE,
    page: ({ projectId, asOf }, after, limit) => Prisma.sql`
      SELECT b.id AS position, b.id, b.key_id AS "keyId", b.key_lineage AS "keyLineage", b.idempotency_key AS "idempotencyKey",
             encode(b.body_sha256, 'hex') AS "bodySha256", b.tool, b.price_version AS "priceVersion", b.minimum_micros AS "minimumMicros",
             b.maximum_micros AS "maximumMicros", b.created_at AS "createdAt", CASE WHEN b.cancel_requested_at <= ${asOf} THEN b.cancel_requested_at END AS "cancelRequestedAt",
             ARRAY(SELECT i.execution_id FROM batch_item AS i WHERE i.project_id = b.project_id AND i.batch_id = b.id ORDER BY i.index) AS "executionIds"
      FROM batch AS b WHERE b.project_id = ${projectId} AND b.id > ${after} AND b.created_at <= ${asOf} ORDER BY b.id LIMIT ${limit}`,
  },
  {
    name: 'files',
    limit: FEW,
    page: ({ projectId, asOf }, after, limit) => Prisma.sql`
      SELECT id AS position, id, origin, execution_id AS "executionId", step, position AS artifact, encode(sha256, 'hex') AS sha256,
             mime_type AS "mimeType", size_bytes AS "sizeBytes", width, height, duration_seconds AS "durationSeconds", created_at AS "createdAt",
             expires_at AS "expiresAt", deleted_at AS "deletedAt", content_deleted_at AS "contentDeletedAt",
             content_deleted_by AS "contentDeletedBy", content_deleted_actor AS "contentDeletedActor"
      FROM file WHERE project_id = ${projectId} AND id > ${after} AND created_at <= ${asOf} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'audit',
    limit: FEW,
    page: ({ projectId, auditChain, auditNumber }, after, limit) => Prisma.sql`
      SELECT number::text AS position, number, at, actor_kind AS "actorKind", actor, act, target, before, after, reason, request_id AS "requestId",
             encode(hash, 'hex') AS hash
      FROM audit_log WHERE chain = ${auditChain} AND project = ${projectId} AND number > ${numbered(after)} AND number <= ${auditNumber}
      ORDER BY number LIMIT ${limit}`,
  },
  {
    name: 'manifest',
    limit: FEW,
    page: ({ projectId, id }, after, limit) => Prisma.sql`
      SELECT number::text AS position, number, section, rows, size_bytes AS "sizeBytes", encode(sha256, 'hex') AS sha256
      FROM project_export_part WHERE project_id = ${projectId} AND export_id = ${id} AND number > ${numbered(after)} AND section <> 'manifest'
      ORDER BY number LIMIT ${limit}`,
  },
];

/** In the order of their holds. An execution that was settled after the export was requested is exported as accepted; a later export has the rest. */
function executions({ projectId, transferId }: ClaimedExport, after: string, limit: number): Prisma.Sql {
  return Prisma.sql`
    WITH held AS (
      SELECT id, execution_id FROM ledger_transfer
      WHERE project_id = ${projectId} AND kind = 'reserve' AND id > ${numbered(after)} AND id <= ${transferId} ORDER BY project_id, id LIMIT ${limit}
    )
    SELECT held.id::text AS position, e.id, e.key_id AS "keyId", e.key_lineage AS "keyLineage", e.idempotency_key AS "idempotencyKey",
           encode(e.body_sha256, 'hex') AS "bodySha256", e.tool, e.model, e.price_version AS "priceVersion", e.minimum_micros AS "minimumMicros",
           e.maximum_micros AS "maximumMicros", e.plan, e.created_at AS "createdAt", e.content_deleted_at AS "contentDeletedAt",
           e.content_deleted_by AS "contentDeletedBy",
           CASE WHEN s.id IS NULL THEN 'open' ELSE e.status END AS status, CASE WHEN s.id IS NOT NULL THEN e.status_reason END AS "statusReason",
           CASE WHEN s.id IS NOT NULL THEN e.started_at END AS "startedAt", CASE WHEN s.id IS NOT NULL THEN e.finished_at END AS "finishedAt",
           CASE WHEN s.id IS NOT NULL THEN e.charged_micros END AS "chargedMicros", CASE WHEN s.id IS NOT NULL THEN e.billing END AS billing,
           CASE WHEN s.id IS NOT NULL THEN e.result END AS result, CASE WHEN s.id IS NOT NULL THEN e.error END AS error,
           CASE WHEN s.id IS NOT NULL THEN e.local_steps END AS "localSteps",
           CASE WHEN s.id IS NOT NULL THEN coalesce(steps.found, '[]') ELSE '[]' END AS steps
    FROM held JOIN execution AS e ON e.project_id = ${projectId} AND e.id = held.execution_id
    LEFT JOIN ledger_transfer AS s ON s.project_id = e.project_id AND s.execution_id = e.id AND s.kind = 'settle' AND s.id <= ${transferId}
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('index', p.index, 'status', p.status, 'attempt', p.attempt, 'units', p.units, 'chargedMicros', p.charged_micros,
        'result', p.result, 'startedAt', ${utc(Prisma.sql`p.started_at`)}, 'finishedAt', ${utc(Prisma.sql`p.finished_at`)}) ORDER BY p.index) AS found
      FROM execution_step AS p WHERE p.project_id = e.project_id AND p.execution_id = e.id) AS steps ON true
    ORDER BY held.id`;
}

/** Formats times inside JSON from the database as everywhere else, whatever the time zone of the session. */
const utc = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
