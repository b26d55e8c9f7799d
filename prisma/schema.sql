-- All that is in force in a migrated database, made from one by `npm run generate`: tables with their constraints, indexes and triggers, then sequences,
-- views and functions. The bodies of functions stand in prisma/functions; a checksum shows here that one changed.

CREATE TABLE api_key (
  id text COLLATE "C" NOT NULL,
  lineage_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  member_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  public_id text COLLATE "C" NOT NULL,
  secret_hmac bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  expires_at timestamp(3) with time zone,
  revoked_at timestamp(3) with time zone,
  monthly_cap_micros bigint,
  pepper_mark text,
  CONSTRAINT api_key_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT api_key_monthly_cap_micros_check CHECK (monthly_cap_micros >= 0),
  CONSTRAINT api_key_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT api_key_project_id_member_id_fkey FOREIGN KEY (project_id, member_id) REFERENCES member(project_id, id),
  CONSTRAINT api_key_public_id_key UNIQUE (public_id),
  CONSTRAINT api_key_secret_hmac_check CHECK (octet_length(secret_hmac) = 32)
);
CREATE TRIGGER api_key_is_capped AFTER INSERT OR UPDATE OF monthly_cap_micros ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_is_capped();
CREATE TRIGGER api_key_owner_is_present BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_owner_is_present();
CREATE TRIGGER api_key_project_is_open BEFORE INSERT ON api_key FOR EACH ROW EXECUTE FUNCTION api_key_project_is_open();

CREATE TABLE api_key_event (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  action text NOT NULL,
  actor_member_id text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT api_key_event_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT api_key_event_action_check CHECK (action = ANY (ARRAY['issued'::text, 'replaced'::text, 'revoked'::text])),
  CONSTRAINT api_key_event_project_id_actor_member_id_fkey FOREIGN KEY (project_id, actor_member_id) REFERENCES member(project_id, id),
  CONSTRAINT api_key_event_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT api_key_event_project_id_key_id_fkey FOREIGN KEY (project_id, key_id) REFERENCES api_key(project_id, id)
);
CREATE INDEX api_key_event_key ON api_key_event USING btree (project_id, key_id, id);
CREATE TRIGGER api_key_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON api_key_event FOR EACH STATEMENT EXECUTE FUNCTION api_key_event_append_only();

CREATE TABLE api_key_use (
  project_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  used_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT api_key_use_pkey PRIMARY KEY (project_id, key_id),
  CONSTRAINT api_key_use_project_id_key_id_fkey FOREIGN KEY (project_id, key_id) REFERENCES api_key(project_id, id)
) WITH (fillfactor=50);

CREATE TABLE audit_account (
  project_id text COLLATE "C" NOT NULL,
  transfer_id bigint NOT NULL,
  funded_micros bigint NOT NULL,
  available_micros bigint NOT NULL,
  held_micros bigint NOT NULL,
  spent_micros bigint NOT NULL,
  lineages_transfer_id bigint DEFAULT 0 NOT NULL,
  CONSTRAINT audit_account_pkey PRIMARY KEY (project_id)
);

CREATE TABLE audit_finding (
  project_id text COLLATE "C" NOT NULL,
  rule text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  problem text NOT NULL,
  found_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT audit_finding_pkey PRIMARY KEY (rule, subject)
);

CREATE TABLE audit_lineage (
  project_id text COLLATE "C" NOT NULL,
  lineage_id text COLLATE "C" NOT NULL,
  held_micros bigint NOT NULL,
  since date,
  CONSTRAINT audit_lineage_pkey PRIMARY KEY (project_id, lineage_id)
);

CREATE TABLE audit_lineage_usage (
  project_id text COLLATE "C" NOT NULL,
  lineage_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  charged_micros bigint NOT NULL,
  CONSTRAINT audit_lineage_usage_pkey PRIMARY KEY (project_id, lineage_id, month)
);

CREATE TABLE audit_log (
  chain text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor text NOT NULL,
  act text NOT NULL,
  project text COLLATE "C",
  target text NOT NULL,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  idempotency_key text,
  body_sha256 bytea,
  response jsonb,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (chain, number),
  CONSTRAINT audit_log_actor_kind_check CHECK (actor_kind = ANY (ARRAY['member'::text, 'operator'::text, 'system'::text])),
  CONSTRAINT audit_log_check CHECK ((idempotency_key IS NULL) = (body_sha256 IS NULL)),
  CONSTRAINT audit_log_check1 CHECK (idempotency_key IS NULL OR response IS NOT NULL)
);
CREATE UNIQUE INDEX audit_log_idempotency ON audit_log USING btree (chain, actor_kind, actor, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX audit_log_operator_at ON audit_log USING btree (actor, at) WHERE actor_kind = 'operator'::text;
CREATE INDEX audit_log_project ON audit_log USING btree (chain, project, number);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_append_only();
CREATE TRIGGER audit_log_chained BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_chained();

CREATE TABLE audit_log_head (
  chain text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_head_pkey PRIMARY KEY (chain),
  CONSTRAINT audit_log_head_hash_check CHECK (octet_length(hash) = 32)
);

CREATE TABLE audit_usage (
  project_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  settled_requests bigint NOT NULL,
  charged_micros bigint NOT NULL,
  CONSTRAINT audit_usage_pkey PRIMARY KEY (project_id, month)
);

CREATE TABLE backup_record (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  finished_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  label text DEFAULT ''::text NOT NULL,
  CONSTRAINT backup_record_pkey PRIMARY KEY (id),
  CONSTRAINT backup_record_label_check CHECK (length(label) <= 200)
);

CREATE TABLE batch (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  key_lineage text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  body_sha256 bytea NOT NULL,
  tool text COLLATE "C" NOT NULL,
  price_version text COLLATE "C" NOT NULL,
  executions integer NOT NULL,
  minimum_micros bigint NOT NULL,
  maximum_micros bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  cancel_requested_at timestamp(3) with time zone,
  CONSTRAINT batch_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT batch_body_sha256_check CHECK (length(body_sha256) = 32),
  CONSTRAINT batch_check CHECK (minimum_micros >= 0 AND minimum_micros <= maximum_micros),
  CONSTRAINT batch_executions_check CHECK (executions >= 1 AND executions <= 1000),
  CONSTRAINT batch_id_check CHECK (id ~ '^bat_[0-9a-z]{26}$'::text),
  CONSTRAINT batch_maximum_micros_check CHECK (maximum_micros > 0),
  CONSTRAINT batch_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT batch_project_id_idempotency_key_key UNIQUE (project_id, idempotency_key)
);
CREATE INDEX batch_newest ON batch USING btree (project_id, created_at DESC, id DESC);
CREATE TRIGGER batch_is_final BEFORE DELETE OR UPDATE ON batch FOR EACH ROW EXECUTE FUNCTION batch_is_final();
CREATE CONSTRAINT TRIGGER batch_is_whole AFTER INSERT ON batch DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION batch_is_whole();

CREATE TABLE batch_item (
  project_id text COLLATE "C" NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  index integer NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  CONSTRAINT batch_item_pkey PRIMARY KEY (project_id, batch_id, index),
  CONSTRAINT batch_item_index_check CHECK (index >= 0 AND index <= 999),
  CONSTRAINT batch_item_project_id_batch_id_fkey FOREIGN KEY (project_id, batch_id) REFERENCES batch(project_id, id),
  CONSTRAINT batch_item_project_id_execution_id_fkey FOREIGN KEY (project_id, execution_id) REFERENCES execution(project_id, id),
  CONSTRAINT batch_item_project_id_execution_id_key UNIQUE (project_id, execution_id)
);
CREATE TRIGGER batch_item_is_kept BEFORE DELETE OR UPDATE ON batch_item FOR EACH STATEMENT EXECUTE FUNCTION batch_item_is_kept();
CREATE TRIGGER batch_item_is_whole AFTER INSERT ON batch_item REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION batch_item_is_whole();

CREATE TABLE checkout (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  amount_micros bigint NOT NULL,
  is_live boolean NOT NULL,
  opened_by text NOT NULL,
  opened_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  status text DEFAULT 'opening'::text NOT NULL,
  session text COLLATE "C",
  url text,
  payment text COLLATE "C",
  paid_at timestamp(3) with time zone,
  refunded_micros bigint DEFAULT 0 NOT NULL,
  disputed_micros bigint DEFAULT 0 NOT NULL,
  taken_micros bigint DEFAULT 0 NOT NULL,
  CONSTRAINT checkout_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT checkout_amount_micros_check CHECK (amount_micros > 0 AND (amount_micros % 10000::bigint) = 0),
  CONSTRAINT checkout_disputed_micros_check CHECK (disputed_micros >= 0),
  CONSTRAINT checkout_is_paid CHECK ((status = 'paid'::text) = (paid_at IS NOT NULL)),
  CONSTRAINT checkout_is_taken CHECK (taken_micros >= 0 AND taken_micros <= LEAST(amount_micros, refunded_micros + disputed_micros)),
  CONSTRAINT checkout_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT checkout_refunded_micros_check CHECK (refunded_micros >= 0),
  CONSTRAINT checkout_status_check CHECK (status = ANY (ARRAY['opening'::text, 'open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'expired'::text]))
);
CREATE INDEX checkout_payment ON checkout USING btree (payment) WHERE payment IS NOT NULL;
CREATE TRIGGER checkout_begins BEFORE INSERT ON checkout FOR EACH ROW EXECUTE FUNCTION checkout_begins();
CREATE TRIGGER checkout_guard BEFORE UPDATE ON checkout FOR EACH ROW EXECUTE FUNCTION checkout_guard();
CREATE TRIGGER checkout_stays BEFORE DELETE OR TRUNCATE ON checkout FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE execution (
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  key_lineage text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  body_sha256 bytea NOT NULL,
  tool text COLLATE "C" NOT NULL,
  model text,
  status text COLLATE "C" DEFAULT 'queued'::text NOT NULL,
  status_reason text,
  cancel_requested_at timestamp(3) with time zone,
  price_version text NOT NULL,
  minimum_micros bigint NOT NULL,
  maximum_micros bigint NOT NULL,
  charged_micros bigint,
  plan jsonb NOT NULL,
  billing json,
  result json,
  error json,
  local_steps json,
  engine text NOT NULL,
  epoch integer DEFAULT 0 NOT NULL,
  claim_token uuid,
  attempts integer DEFAULT 0 NOT NULL,
  notified integer DEFAULT 0 NOT NULL,
  max_runtime_seconds integer NOT NULL,
  run_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  cancel_after timestamp(3) with time zone,
  review jsonb,
  review_at timestamp(3) with time zone,
  review_lookups integer DEFAULT 0 NOT NULL,
  resolve_by timestamp(3) with time zone,
  timeline integer DEFAULT server_timeline() NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  ended text COLLATE "C",
  content_deleted_at timestamp(3) with time zone,
  content_deleted_by text COLLATE "C",
  content_deleted_actor text,
  history jsonb,
  CONSTRAINT execution_pkey PRIMARY KEY (project_id, id)
) WITH (fillfactor=40);
CREATE INDEX execution_list ON execution USING btree (project_id COLLATE "POSIX", created_at DESC, id COLLATE "POSIX" DESC) WITH (deduplicate_items=off);
CREATE INDEX execution_list_ended ON execution USING btree (project_id COLLATE "POSIX", ended, created_at DESC, id COLLATE "POSIX" DESC) WITH (deduplicate_items=off) WHERE ended IS NOT NULL;
CREATE INDEX execution_list_tool ON execution USING btree (project_id COLLATE "POSIX", tool, created_at DESC NULLS LAST, id COLLATE "POSIX" DESC NULLS LAST) WITH (deduplicate_items=off);
CREATE INDEX execution_list_tool_ended ON execution USING btree (project_id COLLATE "POSIX", tool, ended, created_at DESC NULLS LAST, id COLLATE "POSIX" DESC NULLS LAST) WITH (deduplicate_items=off) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX execution_once ON execution USING btree (project_id COLLATE ucs_basic, idempotency_key) WITH (deduplicate_items=off);
CREATE INDEX execution_overdue_review ON execution USING btree (resolve_by) WHERE resolve_by IS NOT NULL;
CREATE TRIGGER execution_guard BEFORE UPDATE ON execution FOR EACH ROW EXECUTE FUNCTION execution_guard();
CREATE TRIGGER execution_is_as_accepted BEFORE UPDATE OF id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros, maximum_micros, plan, timeline, created_at ON execution FOR EACH ROW EXECUTE FUNCTION execution_is_as_accepted();
CREATE TRIGGER execution_is_held AFTER INSERT ON execution REFERENCING NEW TABLE AS accepted FOR EACH STATEMENT EXECUTE FUNCTION execution_is_held();
CREATE TRIGGER execution_is_kept BEFORE DELETE ON execution FOR EACH STATEMENT EXECUTE FUNCTION execution_is_kept();
CREATE TRIGGER execution_is_settled AFTER UPDATE ON execution REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION execution_is_settled();
CREATE TRIGGER execution_review_is_noted AFTER UPDATE OF status ON execution FOR EACH ROW WHEN (old.status <> new.status AND (old.status = 'needs_review'::text OR new.status = 'needs_review'::text)) EXECUTE FUNCTION execution_review_is_noted();
CREATE TRIGGER execution_stays BEFORE TRUNCATE ON execution FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE execution_content_removal (
  project_id text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  asked_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT execution_content_removal_pkey PRIMARY KEY (project_id, execution_id)
);

CREATE TABLE execution_job (
  project_id text COLLATE "C" NOT NULL,
  engine text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  notify_at timestamp(3) with time zone NOT NULL,
  cancel_after timestamp(3) with time zone,
  CONSTRAINT execution_job_pkey PRIMARY KEY (project_id, engine, id)
) WITH (fillfactor=70);
CREATE INDEX execution_job_cancel_after ON execution_job USING btree (cancel_after) WHERE cancel_after IS NOT NULL;
CREATE INDEX execution_job_due ON execution_job USING btree (notify_at);

CREATE UNLOGGED TABLE execution_progress (
  project_id text NOT NULL,
  execution_id text NOT NULL,
  step integer NOT NULL,
  progress double precision NOT NULL,
  told_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT execution_progress_pkey PRIMARY KEY (project_id, execution_id),
  CONSTRAINT execution_progress_progress_check CHECK (progress >= 0::double precision AND progress <= 1::double precision)
);

CREATE TABLE execution_step (
  project_id text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  index integer NOT NULL,
  status text NOT NULL,
  attempt integer NOT NULL,
  claim_token uuid NOT NULL,
  units bigint,
  charged_micros bigint,
  result jsonb,
  started_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  timeline integer DEFAULT server_timeline() NOT NULL,
  token text,
  provider text COLLATE "C",
  ref text,
  dispatched_at timestamp(3) with time zone,
  exposure_micros bigint,
  cost_micros bigint,
  CONSTRAINT execution_step_pkey PRIMARY KEY (project_id, execution_id, index),
  CONSTRAINT execution_step_attempt_check CHECK (attempt >= 1),
  CONSTRAINT execution_step_charged_micros_check CHECK (charged_micros >= 0),
  CONSTRAINT execution_step_cost_micros_check CHECK (cost_micros >= 0),
  CONSTRAINT execution_step_exposure_micros_check CHECK (exposure_micros >= 0),
  CONSTRAINT execution_step_index_check CHECK (index >= 0 AND index <= 19),
  CONSTRAINT execution_step_intent CHECK ((status <> ALL (ARRAY['dispatching'::text, 'submitted'::text, 'unknown'::text])) OR token IS NOT NULL AND dispatched_at IS NOT NULL),
  CONSTRAINT execution_step_project_id_execution_id_fkey FOREIGN KEY (project_id, execution_id) REFERENCES execution(project_id, id),
  CONSTRAINT execution_step_status_check CHECK (status = ANY (ARRAY['pending'::text, 'dispatching'::text, 'submitted'::text, 'unknown'::text, 'succeeded'::text, 'failed'::text])),
  CONSTRAINT execution_step_submitted CHECK (status <> 'submitted'::text OR ref IS NOT NULL),
  CONSTRAINT execution_step_units_check CHECK (units >= 0)
);
CREATE TRIGGER execution_step_is_final BEFORE UPDATE ON execution_step FOR EACH ROW WHEN ((old.status = ANY (ARRAY['succeeded'::text, 'failed'::text])) AND (new.status IS DISTINCT FROM old.status OR new.project_id IS DISTINCT FROM old.project_id OR new.execution_id IS DISTINCT FROM old.execution_id OR new.index IS DISTINCT FROM old.index)) EXECUTE FUNCTION execution_step_is_final();
CREATE TRIGGER execution_step_stays BEFORE DELETE OR TRUNCATE ON execution_step FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE file (
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  origin text NOT NULL,
  execution_id text COLLATE "C",
  step integer,
  position integer,
  sha256 bytea NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  width integer,
  height integer,
  duration_seconds double precision,
  object_key text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  content_deleted_at timestamp(3) with time zone,
  content_deleted_by text COLLATE "C",
  content_deleted_actor text,
  CONSTRAINT file_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT file_duration_seconds_check CHECK (duration_seconds >= 0::double precision),
  CONSTRAINT file_height_check CHECK (height > 0),
  CONSTRAINT file_origin CHECK ((origin = 'artifact'::text) = (execution_id IS NOT NULL AND step IS NOT NULL AND "position" IS NOT NULL)),
  CONSTRAINT file_origin_check CHECK (origin = ANY (ARRAY['upload'::text, 'artifact'::text])),
  CONSTRAINT file_project_id_execution_id_fkey FOREIGN KEY (project_id, execution_id) REFERENCES execution(project_id, id),
  CONSTRAINT file_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT file_project_id_object_key_key UNIQUE (project_id, object_key),
  CONSTRAINT file_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT file_size_bytes_check CHECK (size_bytes > 0),
  CONSTRAINT file_tombstone CHECK ((content_deleted_at IS NULL) = (content_deleted_by IS NULL) AND (content_deleted_at IS NULL OR deleted_at IS NOT NULL)),
  CONSTRAINT file_width_check CHECK (width > 0)
);
CREATE UNIQUE INDEX file_artifact_once ON file USING btree (project_id, execution_id, step, "position") WHERE origin = 'artifact'::text;
CREATE INDEX file_expiry ON file USING btree (expires_at) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX file_upload_once ON file USING btree (project_id, sha256) WHERE origin = 'upload'::text;
CREATE TRIGGER file_stays BEFORE DELETE OR TRUNCATE ON file FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();
CREATE TRIGGER file_storage_added AFTER INSERT ON file REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION project_storage_count();
CREATE TRIGGER file_storage_moved AFTER UPDATE ON file REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_storage_count();

CREATE TABLE file_removal (
  project_id text COLLATE "C" NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  next_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT file_removal_pkey PRIMARY KEY (project_id, object_key)
);

CREATE TABLE funding_proposal (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  amount_micros bigint NOT NULL,
  reference text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C",
  reason text,
  proposed_by text NOT NULL,
  proposed_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  outcome text,
  decided_by text,
  decided_at timestamp(3) with time zone,
  CONSTRAINT funding_proposal_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT funding_proposal_amount_micros_check CHECK (amount_micros > 0),
  CONSTRAINT funding_proposal_by_two CHECK (outcome IS DISTINCT FROM 'confirmed'::text OR decided_by <> proposed_by),
  CONSTRAINT funding_proposal_is_decided CHECK ((outcome IS NULL) = (decided_by IS NULL) AND (outcome IS NULL) = (decided_at IS NULL)),
  CONSTRAINT funding_proposal_kind_check CHECK (kind = ANY (ARRAY['top_up'::text, 'credit'::text, 'adjustment'::text, 'refund'::text])),
  CONSTRAINT funding_proposal_outcome_check CHECK (outcome = ANY (ARRAY['confirmed'::text, 'declined'::text])),
  CONSTRAINT funding_proposal_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT funding_proposal_project_id_reference_key UNIQUE (project_id, reference)
);
CREATE TRIGGER funding_proposal_is_final BEFORE UPDATE ON funding_proposal FOR EACH ROW EXECUTE FUNCTION funding_proposal_is_final();
CREATE TRIGGER funding_proposal_stays BEFORE DELETE OR TRUNCATE ON funding_proposal FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE invitation (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  public_id text COLLATE "C" NOT NULL,
  secret_hmac bytea NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  project_ids text[] COLLATE "C" NOT NULL,
  project_role text,
  subject text,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  created_by_kind text NOT NULL,
  created_by text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  accepted_at timestamp(3) with time zone,
  accepted_by text,
  revoked_at timestamp(3) with time zone,
  CONSTRAINT invitation_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT invitation_check CHECK (expires_at > created_at AND expires_at <= (created_at + '7 days'::interval)),
  CONSTRAINT invitation_check1 CHECK ((project_role IS NULL) = (cardinality(project_ids) = 0)),
  CONSTRAINT invitation_check2 CHECK ((accepted_at IS NULL) = (accepted_by IS NULL)),
  CONSTRAINT invitation_check3 CHECK (accepted_at IS NULL OR revoked_at IS NULL),
  CONSTRAINT invitation_check4 CHECK (accepted_at < expires_at),
  CONSTRAINT invitation_check5 CHECK (subject IS NULL OR accepted_by = subject),
  CONSTRAINT invitation_created_by_kind_check CHECK (created_by_kind = ANY (ARRAY['member'::text, 'operator'::text])),
  CONSTRAINT invitation_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  CONSTRAINT invitation_project_role_check CHECK (project_role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text])),
  CONSTRAINT invitation_public_id_key UNIQUE (public_id),
  CONSTRAINT invitation_role_check CHECK (role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text]))
);
CREATE TRIGGER invitation_ends_once BEFORE UPDATE ON invitation FOR EACH ROW EXECUTE FUNCTION invitation_ends_once();

CREATE TABLE keeper_cursor (
  name text COLLATE "C" NOT NULL,
  position text COLLATE "C" DEFAULT ''::text NOT NULL,
  next_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  CONSTRAINT keeper_cursor_pkey PRIMARY KEY (name)
);

CREATE TABLE ledger_account (
  project_id text COLLATE "C" NOT NULL,
  funded_micros bigint DEFAULT 0 NOT NULL,
  available_micros bigint DEFAULT 0 NOT NULL,
  held_micros bigint DEFAULT 0 NOT NULL,
  spent_micros bigint DEFAULT 0 NOT NULL,
  CONSTRAINT ledger_account_pkey PRIMARY KEY (project_id),
  CONSTRAINT ledger_account_available_micros_check CHECK (available_micros >= 0),
  CONSTRAINT ledger_account_balances CHECK (funded_micros = (available_micros + held_micros + spent_micros)),
  CONSTRAINT ledger_account_funded_micros_check CHECK (funded_micros >= 0),
  CONSTRAINT ledger_account_held_micros_check CHECK (held_micros >= 0),
  CONSTRAINT ledger_account_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT ledger_account_spent_micros_check CHECK (spent_micros >= 0)
) WITH (fillfactor=50);
CREATE TRIGGER ledger_account_stays BEFORE DELETE OR TRUNCATE ON ledger_account FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE ledger_key_cap (
  project_id text COLLATE "C" NOT NULL,
  lineage_id text COLLATE "C" NOT NULL,
  monthly_cap_micros bigint,
  held_micros bigint NOT NULL,
  CONSTRAINT ledger_key_cap_pkey PRIMARY KEY (project_id, lineage_id),
  CONSTRAINT ledger_key_cap_held_micros_check CHECK (held_micros >= 0),
  CONSTRAINT ledger_key_cap_monthly_cap_micros_check CHECK (monthly_cap_micros >= 0),
  CONSTRAINT ledger_key_cap_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
) WITH (fillfactor=50);

CREATE TABLE ledger_key_usage (
  project_id text COLLATE "C" NOT NULL,
  lineage_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  charged_micros bigint NOT NULL,
  CONSTRAINT ledger_key_usage_pkey PRIMARY KEY (project_id, lineage_id, month),
  CONSTRAINT ledger_key_usage_charged_micros_check CHECK (charged_micros >= 0),
  CONSTRAINT ledger_key_usage_month_check CHECK (month = date_trunc('month'::text, month::timestamp with time zone)),
  CONSTRAINT ledger_key_usage_project_id_lineage_id_fkey FOREIGN KEY (project_id, lineage_id) REFERENCES ledger_key_cap(project_id, lineage_id)
) WITH (fillfactor=50);

CREATE TABLE ledger_refund (
  project_id text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  CONSTRAINT ledger_refund_pkey PRIMARY KEY (project_id, execution_id, reference)
);
CREATE UNIQUE INDEX ledger_refund_reference ON ledger_refund USING btree (project_id, reference);
CREATE TRIGGER ledger_refund_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_refund FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE ledger_transfer (
  id bigint GENERATED BY DEFAULT AS IDENTITY NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount_micros bigint NOT NULL,
  execution_id text COLLATE "C",
  reference text,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT ledger_transfer_pkey PRIMARY KEY (project_id, id)
);
CREATE INDEX ledger_transfer_created_at ON ledger_transfer USING brin (created_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX ledger_transfer_once ON ledger_transfer USING btree (project_id, execution_id, kind) WHERE execution_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_transfer_reference ON ledger_transfer USING btree (project_id, reference) WHERE reference IS NOT NULL;
CREATE TRIGGER ledger_transfer_is_booked AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_booked();
CREATE TRIGGER ledger_transfer_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_final();
CREATE TRIGGER ledger_transfer_is_sound AFTER INSERT ON ledger_transfer REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_sound();

CREATE TABLE member (
  id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  removed_at timestamp(3) with time zone,
  sessions_after timestamp(3) with time zone,
  CONSTRAINT member_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT member_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT member_project_id_subject_key UNIQUE (project_id, subject),
  CONSTRAINT member_removed_is_viewer CHECK (removed_at IS NULL OR role = 'VIEWER'::text),
  CONSTRAINT member_role_check CHECK (role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text, 'VIEWER'::text]))
);
CREATE TRIGGER member_is_of_organization AFTER INSERT ON member FOR EACH ROW EXECUTE FUNCTION member_is_of_organization();

CREATE TABLE object_removal (
  object_key text COLLATE "C" NOT NULL,
  taken_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT object_removal_pkey PRIMARY KEY (object_key)
);

CREATE TABLE organization (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  monthly_cap_micros bigint,
  CONSTRAINT organization_pkey PRIMARY KEY (id),
  CONSTRAINT organization_monthly_cap_micros_check CHECK (monthly_cap_micros >= 0)
);

CREATE TABLE organization_member (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  name text NOT NULL,
  role text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  removed_at timestamp(3) with time zone,
  sessions_after timestamp(3) with time zone,
  CONSTRAINT organization_member_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_member_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  CONSTRAINT organization_member_organization_id_subject_key UNIQUE (organization_id, subject),
  CONSTRAINT organization_member_role_check CHECK (role = ANY (ARRAY['ADMIN'::text, 'MEMBER'::text]))
);
CREATE INDEX organization_member_subject ON organization_member USING btree (subject);

CREATE TABLE payment_event (
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  project text COLLATE "C" NOT NULL,
  checkout text COLLATE "C" NOT NULL,
  amount_micros bigint NOT NULL,
  problem text,
  CONSTRAINT payment_event_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_event_checkout ON payment_event USING btree (project, checkout);
CREATE INDEX payment_event_problem ON payment_event USING btree (id) WHERE problem IS NOT NULL;
CREATE TRIGGER payment_event_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON payment_event FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE platform (
  id boolean DEFAULT true NOT NULL,
  execution_enabled boolean DEFAULT true NOT NULL,
  CONSTRAINT platform_pkey PRIMARY KEY (id),
  CONSTRAINT platform_id_check CHECK (id)
);

CREATE TABLE price_table (
  version text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  prices jsonb NOT NULL,
  effective_at timestamp(3) with time zone NOT NULL,
  superseded_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  published_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  published_by text NOT NULL,
  CONSTRAINT price_table_pkey PRIMARY KEY (version),
  CONSTRAINT price_table_follows CHECK (superseded_at > effective_at)
);
CREATE UNIQUE INDEX price_table_effective ON price_table USING btree (effective_at) WHERE cancelled_at IS NULL;
CREATE INDEX price_table_revision ON price_table USING btree (revision);
CREATE TRIGGER price_is_kept BEFORE UPDATE ON price_table FOR EACH ROW EXECUTE FUNCTION price_is_kept();
CREATE TRIGGER price_is_not_removed BEFORE DELETE OR TRUNCATE ON price_table FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();

CREATE TABLE price_version (
  version text COLLATE "C" NOT NULL,
  table_version text COLLATE "C" NOT NULL,
  terms_version text COLLATE "C",
  CONSTRAINT price_version_pkey PRIMARY KEY (version),
  CONSTRAINT price_version_table_version_fkey FOREIGN KEY (table_version) REFERENCES price_table(version)
);
CREATE TRIGGER price_is_not_removed BEFORE DELETE OR UPDATE OR TRUNCATE ON price_version FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();

CREATE TABLE process_at_work (
  process text NOT NULL,
  app text NOT NULL,
  host text NOT NULL,
  seen_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT process_at_work_pkey PRIMARY KEY (process)
);

CREATE TABLE project (
  id text COLLATE "C" NOT NULL,
  organization_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  execution_enabled boolean DEFAULT true NOT NULL,
  monthly_cap_micros bigint DEFAULT 100000000,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  environment text DEFAULT 'live'::text NOT NULL,
  low_balance_micros bigint,
  suspended_at timestamp(3) with time zone,
  suspended_reason text,
  archived_at timestamp(3) with time zone,
  CONSTRAINT project_pkey PRIMARY KEY (id),
  CONSTRAINT project_archived_is_off CHECK (archived_at IS NULL OR NOT execution_enabled),
  CONSTRAINT project_environment_check CHECK (environment = ANY (ARRAY['live'::text, 'test'::text])),
  CONSTRAINT project_low_balance_micros_check CHECK (low_balance_micros >= 0),
  CONSTRAINT project_monthly_cap_micros_check CHECK (monthly_cap_micros >= 0),
  CONSTRAINT project_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organization(id),
  CONSTRAINT project_suspension CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL))
);
CREATE INDEX project_low_balance ON project USING btree (id) WHERE low_balance_micros IS NOT NULL;
CREATE INDEX project_organization ON project USING btree (organization_id);
CREATE TRIGGER project_environment_stays BEFORE UPDATE ON project FOR EACH ROW WHEN (old.environment IS DISTINCT FROM new.environment) EXECUTE FUNCTION project_environment_stays();

CREATE TABLE project_export (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  requested_by text NOT NULL,
  status text DEFAULT 'queued'::text NOT NULL,
  as_of timestamp(3) with time zone NOT NULL,
  transfer_id bigint NOT NULL,
  audit_chain text COLLATE "C" NOT NULL,
  audit_number bigint NOT NULL,
  section text DEFAULT ''::text NOT NULL,
  position text COLLATE "C" DEFAULT ''::text NOT NULL,
  parts integer DEFAULT 0 NOT NULL,
  rows bigint DEFAULT 0 NOT NULL,
  size_bytes bigint DEFAULT 0 NOT NULL,
  claim_token uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  finished_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  removed_at timestamp(3) with time zone,
  CONSTRAINT project_export_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT project_export_is_finished CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text])) = (finished_at IS NULL)),
  CONSTRAINT project_export_is_removed CHECK (removed_at IS NULL OR (status = ANY (ARRAY['cancelled'::text, 'expired'::text]))),
  CONSTRAINT project_export_parts_check CHECK (parts >= 0),
  CONSTRAINT project_export_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT project_export_rows_check CHECK (rows >= 0),
  CONSTRAINT project_export_size_bytes_check CHECK (size_bytes >= 0),
  CONSTRAINT project_export_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'cancelled'::text, 'expired'::text]))
);
CREATE INDEX project_export_kept ON project_export USING btree (project_id, id) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX project_export_one_open ON project_export USING btree (project_id) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);
CREATE TRIGGER project_export_guard BEFORE UPDATE ON project_export FOR EACH ROW EXECUTE FUNCTION project_export_guard();
CREATE TRIGGER project_export_stays BEFORE DELETE OR TRUNCATE ON project_export FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE project_export_part (
  project_id text COLLATE "C" NOT NULL,
  export_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  section text NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  sha256 bytea NOT NULL,
  size_bytes bigint NOT NULL,
  rows bigint NOT NULL,
  CONSTRAINT project_export_part_pkey PRIMARY KEY (project_id, export_id, number),
  CONSTRAINT project_export_part_number_check CHECK (number >= 0),
  CONSTRAINT project_export_part_project_id_export_id_fkey FOREIGN KEY (project_id, export_id) REFERENCES project_export(project_id, id),
  CONSTRAINT project_export_part_rows_check CHECK (rows > 0),
  CONSTRAINT project_export_part_sha256_check CHECK (octet_length(sha256) = 32),
  CONSTRAINT project_export_part_size_bytes_check CHECK (size_bytes > 0)
);
CREATE TRIGGER project_export_part_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON project_export_part FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE project_free_cpu (
  project_id text COLLATE "C" NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  seconds double precision NOT NULL,
  CONSTRAINT project_free_cpu_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_free_cpu_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT project_free_cpu_seconds_check CHECK (seconds >= 0::double precision)
);

CREATE TABLE project_origins (
  project_id text COLLATE "C" NOT NULL,
  origins text[] NOT NULL,
  set_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT project_origins_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_origins_origins_check CHECK (cardinality(origins) <= 20 AND array_position(origins, NULL::text) IS NULL),
  CONSTRAINT project_origins_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE INDEX project_origins_listed ON project_origins USING gin (origins);

CREATE TABLE project_price_terms (
  project_id text COLLATE "C" NOT NULL,
  version text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  terms jsonb,
  effective_at timestamp(3) with time zone NOT NULL,
  superseded_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  published_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  published_by text NOT NULL,
  CONSTRAINT project_price_terms_pkey PRIMARY KEY (project_id, version),
  CONSTRAINT project_price_terms_follows CHECK (superseded_at > effective_at),
  CONSTRAINT project_price_terms_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE UNIQUE INDEX project_price_terms_effective ON project_price_terms USING btree (project_id, effective_at) WHERE cancelled_at IS NULL;
CREATE INDEX project_price_terms_revision ON project_price_terms USING btree (revision);
CREATE TRIGGER price_is_kept BEFORE UPDATE ON project_price_terms FOR EACH ROW EXECUTE FUNCTION price_is_kept();
CREATE TRIGGER price_is_not_removed BEFORE DELETE OR TRUNCATE ON project_price_terms FOR EACH STATEMENT EXECUTE FUNCTION price_is_kept();

CREATE TABLE project_retention (
  project_id text COLLATE "C" NOT NULL,
  days integer,
  set_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  next_at timestamp(3) with time zone,
  transfer_id bigint DEFAULT 0 NOT NULL,
  CONSTRAINT project_retention_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_retention_days_check CHECK (days >= 30 AND days <= 3650),
  CONSTRAINT project_retention_is_looked_at CHECK ((days IS NULL) = (next_at IS NULL)),
  CONSTRAINT project_retention_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE INDEX project_retention_due ON project_retention USING btree (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE project_storage (
  project_id text COLLATE "C" NOT NULL,
  stored_bytes bigint NOT NULL,
  CONSTRAINT project_storage_pkey PRIMARY KEY (project_id),
  CONSTRAINT project_storage_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT project_storage_stored_bytes_check CHECK (stored_bytes >= 0)
) WITH (fillfactor=50);

CREATE TABLE provider_circuit (
  provider text COLLATE "C" NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  open_until timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  failure text,
  CONSTRAINT provider_circuit_pkey PRIMARY KEY (provider),
  CONSTRAINT provider_circuit_failures_check CHECK (failures >= 0)
);

CREATE TABLE provider_cost (
  project_id text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  step integer NOT NULL,
  provider text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  ref text,
  stated_micros bigint,
  derived_micros bigint,
  booked_micros bigint NOT NULL,
  late_micros bigint,
  margin_micros bigint GENERATED ALWAYS AS ((booked_micros - COALESCE(late_micros, stated_micros, derived_micros, (0)::bigint))) STORED,
  lookups integer DEFAULT 0 NOT NULL,
  lookup_at timestamp(3) with time zone,
  recorded_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  late_at timestamp(3) with time zone,
  CONSTRAINT provider_cost_pkey PRIMARY KEY (project_id, execution_id, step),
  CONSTRAINT provider_cost_booked_micros_check CHECK (booked_micros >= 0),
  CONSTRAINT provider_cost_check CHECK (booked_micros <= COALESCE(stated_micros, derived_micros, 0::bigint)),
  CONSTRAINT provider_cost_check1 CHECK ((late_micros IS NULL) = (late_at IS NULL)),
  CONSTRAINT provider_cost_derived_micros_check CHECK (derived_micros >= 0),
  CONSTRAINT provider_cost_late_micros_check CHECK (late_micros >= 0),
  CONSTRAINT provider_cost_project_id_execution_id_fkey FOREIGN KEY (project_id, execution_id) REFERENCES execution(project_id, id),
  CONSTRAINT provider_cost_stated_micros_check CHECK (stated_micros >= 0),
  CONSTRAINT provider_cost_step_check CHECK (step >= 0)
);
CREATE INDEX provider_cost_lookup_at ON provider_cost USING btree (lookup_at) WHERE lookup_at IS NOT NULL;
CREATE TRIGGER provider_cost_is_final BEFORE DELETE OR UPDATE ON provider_cost FOR EACH ROW EXECUTE FUNCTION provider_cost_is_final();
CREATE TRIGGER provider_cost_stays BEFORE TRUNCATE ON provider_cost FOR EACH STATEMENT EXECUTE FUNCTION provider_cost_is_final();

CREATE TABLE review_note (
  project_id text COLLATE "C" NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  program text NOT NULL,
  status_before text NOT NULL,
  status text NOT NULL,
  review jsonb NOT NULL,
  resolve_by timestamp(3) with time zone NOT NULL,
  held_micros bigint NOT NULL,
  charged_micros bigint,
  CONSTRAINT review_note_pkey PRIMARY KEY (project_id, id)
);

CREATE TABLE runner_key (
  id text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  name text NOT NULL,
  public_id text COLLATE "C" NOT NULL,
  secret_hmac bytea NOT NULL,
  pepper_mark text NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  created_by text NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_asked_at timestamp(3) with time zone,
  CONSTRAINT runner_key_pkey PRIMARY KEY (id),
  CONSTRAINT runner_key_name_check CHECK (length(name) >= 1 AND length(name) <= 100),
  CONSTRAINT runner_key_public_id_key UNIQUE (public_id),
  CONSTRAINT runner_key_secret_hmac_check CHECK (octet_length(secret_hmac) = 32),
  CONSTRAINT runner_key_tool_fkey FOREIGN KEY (tool) REFERENCES tool(name)
);
CREATE INDEX runner_key_tool ON runner_key USING btree (tool, id);

CREATE TABLE runner_run (
  token text COLLATE "C" NOT NULL,
  tool text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  start text,
  idempotent boolean NOT NULL,
  state text DEFAULT 'waiting'::text NOT NULL,
  lease text COLLATE "C",
  claimed_by text COLLATE "C",
  leased_until timestamp(3) with time zone,
  not_before timestamp(3) with time zone DEFAULT instant() NOT NULL,
  cancel_asked_at timestamp(3) with time zone,
  reply text,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  deadline timestamp(3) with time zone NOT NULL,
  ended_at timestamp(3) with time zone,
  read_at timestamp(3) with time zone,
  kept_until timestamp(3) with time zone NOT NULL,
  timeline integer DEFAULT server_timeline() NOT NULL,
  CONSTRAINT runner_run_pkey PRIMARY KEY (token),
  CONSTRAINT runner_run_claim_is_whole CHECK ((state = 'claimed'::text) = (leased_until IS NOT NULL) AND (state <> 'claimed'::text OR lease IS NOT NULL)),
  CONSTRAINT runner_run_claimed_by_fkey FOREIGN KEY (claimed_by) REFERENCES runner_key(id),
  CONSTRAINT runner_run_end_is_whole CHECK ((state = 'ended'::text) = (ended_at IS NOT NULL) AND (state = 'ended'::text) = (start IS NULL) AND (state <> 'ended'::text OR reply IS NOT NULL)),
  CONSTRAINT runner_run_lease_check CHECK (lease ~ '^[A-Za-z0-9_-]{16,64}$'::text),
  CONSTRAINT runner_run_reply_check CHECK (octet_length(reply) <= 131072),
  CONSTRAINT runner_run_start_check CHECK (octet_length(start) <= 2097152),
  CONSTRAINT runner_run_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'claimed'::text, 'ended'::text])),
  CONSTRAINT runner_run_tool_version_fkey FOREIGN KEY (tool, version) REFERENCES tool_version(name, version)
);
CREATE INDEX runner_run_kept ON runner_run USING btree (kept_until);
CREATE UNIQUE INDEX runner_run_lease ON runner_run USING btree (tool, lease) WHERE state = 'claimed'::text;
CREATE INDEX runner_run_open ON runner_run USING btree (tool, created_at) WHERE state <> 'ended'::text;
CREATE TRIGGER runner_run_is_true BEFORE UPDATE ON runner_run FOR EACH ROW EXECUTE FUNCTION runner_run_is_true();

CREATE TABLE template (
  project_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  latest integer NOT NULL,
  active integer,
  archived_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT template_pkey PRIMARY KEY (project_id, name),
  CONSTRAINT template_check CHECK (active >= 1 AND active <= latest),
  CONSTRAINT template_latest_check CHECK (latest >= 1 AND latest <= 100),
  CONSTRAINT template_name_check CHECK (name ~ '^[a-z][a-z0-9-]{1,39}$'::text),
  CONSTRAINT template_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);

CREATE TABLE template_version (
  project_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  content json NOT NULL,
  content_sha256 bytea NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT template_version_pkey PRIMARY KEY (project_id, name, version),
  CONSTRAINT template_version_content_check CHECK (length(content::text) <= 131072),
  CONSTRAINT template_version_content_sha256_check CHECK (length(content_sha256) = 32),
  CONSTRAINT template_version_project_id_key_id_fkey FOREIGN KEY (project_id, key_id) REFERENCES api_key(project_id, id),
  CONSTRAINT template_version_project_id_name_content_sha256_key UNIQUE (project_id, name, content_sha256),
  CONSTRAINT template_version_project_id_name_fkey FOREIGN KEY (project_id, name) REFERENCES template(project_id, name),
  CONSTRAINT template_version_version_check CHECK (version >= 1 AND version <= 100)
);
CREATE TRIGGER template_version_is_final BEFORE DELETE OR UPDATE ON template_version FOR EACH ROW EXECUTE FUNCTION template_version_is_final();

CREATE TABLE tool (
  name text COLLATE "C" NOT NULL,
  active_version integer,
  retired_at timestamp(3) with time zone,
  revision bigint NOT NULL,
  changed_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  CONSTRAINT tool_pkey PRIMARY KEY (name),
  CONSTRAINT tool_name_active_version_fkey FOREIGN KEY (name, active_version) REFERENCES tool_version(name, version),
  CONSTRAINT tool_retired_is_not_offered CHECK (retired_at IS NULL OR active_version IS NULL)
);
CREATE INDEX tool_revised ON tool USING btree (revision);
CREATE TRIGGER tool_is_not_removed BEFORE DELETE OR TRUNCATE ON tool FOR EACH STATEMENT EXECUTE FUNCTION tool_version_is_final();

CREATE TABLE tool_duration (
  tool text COLLATE "C" NOT NULL,
  model text COLLATE "C" NOT NULL,
  environment text COLLATE "C" NOT NULL,
  day date NOT NULL,
  bucket smallint NOT NULL,
  runs bigint NOT NULL,
  CONSTRAINT tool_duration_pkey PRIMARY KEY (environment, day, tool, model, bucket)
);

CREATE TABLE tool_version (
  name text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  digest text COLLATE "C" NOT NULL,
  manifest text NOT NULL,
  published_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  published_by text NOT NULL,
  CONSTRAINT tool_version_pkey PRIMARY KEY (name, version),
  CONSTRAINT tool_version_digest_is_true CHECK (digest = encode(sha256(convert_to(manifest, 'UTF8'::name)), 'hex'::text)),
  CONSTRAINT tool_version_manifest_check CHECK (octet_length(manifest) <= 262144),
  CONSTRAINT tool_version_name_check CHECK (name ~ '^[a-z][a-z0-9-]{2,63}$'::text),
  CONSTRAINT tool_version_name_digest_key UNIQUE (name, digest),
  CONSTRAINT tool_version_version_check CHECK (version >= 1)
);
CREATE TRIGGER tool_version_is_final BEFORE DELETE OR UPDATE OR TRUNCATE ON tool_version FOR EACH STATEMENT EXECUTE FUNCTION tool_version_is_final();

CREATE TABLE upload_resumable (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  offset_bytes bigint DEFAULT 0 NOT NULL,
  parts integer DEFAULT 0 NOT NULL,
  file_id text COLLATE "C",
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT upload_resumable_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT upload_resumable_file FOREIGN KEY (project_id, file_id) REFERENCES file(project_id, id),
  CONSTRAINT upload_resumable_offset CHECK (offset_bytes >= 0 AND offset_bytes <= size_bytes),
  CONSTRAINT upload_resumable_parts_check CHECK (parts >= 0 AND parts <= 2000),
  CONSTRAINT upload_resumable_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id),
  CONSTRAINT upload_resumable_size_bytes_check CHECK (size_bytes > 0)
);
CREATE INDEX upload_resumable_end ON upload_resumable USING btree (expires_at);
CREATE TRIGGER upload_resumable_counted AFTER INSERT OR DELETE OR UPDATE OF file_id ON upload_resumable FOR EACH ROW EXECUTE FUNCTION upload_resumable_count();

CREATE TABLE upload_resumable_part (
  project_id text COLLATE "C" NOT NULL,
  upload_id text COLLATE "C" NOT NULL,
  offset_bytes bigint NOT NULL,
  size_bytes bigint NOT NULL,
  object_key text COLLATE "C" NOT NULL,
  CONSTRAINT upload_resumable_part_pkey PRIMARY KEY (project_id, upload_id, offset_bytes),
  CONSTRAINT upload_resumable_part_offset_bytes_check CHECK (offset_bytes >= 0),
  CONSTRAINT upload_resumable_part_size_bytes_check CHECK (size_bytes > 0),
  CONSTRAINT upload_resumable_part_upload FOREIGN KEY (project_id, upload_id) REFERENCES upload_resumable(project_id, id)
);

CREATE TABLE upload_url_use (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  file_id text COLLATE "C" NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT upload_url_use_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT upload_url_use_file FOREIGN KEY (project_id, file_id) REFERENCES file(project_id, id),
  CONSTRAINT upload_url_use_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);
CREATE INDEX upload_url_use_end ON upload_url_use USING btree (project_id, expires_at);

CREATE TABLE usage_month (
  project_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  settled_requests bigint DEFAULT 0 NOT NULL,
  charged_micros bigint DEFAULT 0 NOT NULL,
  CONSTRAINT usage_month_pkey PRIMARY KEY (project_id, month),
  CONSTRAINT usage_month_charged_micros_check CHECK (charged_micros >= 0),
  CONSTRAINT usage_month_month_check CHECK (month = date_trunc('month'::text, month::timestamp with time zone)),
  CONSTRAINT usage_month_project_id_fkey FOREIGN KEY (project_id) REFERENCES ledger_account(project_id),
  CONSTRAINT usage_month_settled_requests_check CHECK (settled_requests >= 0)
) WITH (fillfactor=50);
CREATE TRIGGER usage_month_stays BEFORE DELETE OR TRUNCATE ON usage_month FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();

CREATE TABLE webhook_cursor (
  project_id text COLLATE "C" NOT NULL,
  transfer_id bigint NOT NULL,
  mark_id bigint NOT NULL,
  mark_xid bigint NOT NULL,
  CONSTRAINT webhook_cursor_pkey PRIMARY KEY (project_id),
  CONSTRAINT webhook_cursor_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);

CREATE TABLE webhook_delivery (
  project_id text COLLATE "C" NOT NULL,
  endpoint_id text COLLATE "C" NOT NULL,
  execution_id text COLLATE "C" NOT NULL,
  event text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_at timestamp(3) with time zone,
  status_code integer,
  error text,
  delivered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  attempts_before integer DEFAULT 0 NOT NULL,
  replayed_at timestamp(3) with time zone,
  attempt_log jsonb DEFAULT '[]'::jsonb NOT NULL,
  CONSTRAINT webhook_delivery_pkey PRIMARY KEY (project_id, endpoint_id, execution_id),
  CONSTRAINT webhook_delivery_endpoint FOREIGN KEY (project_id, endpoint_id) REFERENCES webhook_endpoint(project_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_age ON webhook_delivery USING btree (project_id, created_at);
CREATE INDEX webhook_delivery_due ON webhook_delivery USING btree (project_id, endpoint_id, next_at) WHERE next_at IS NOT NULL;

CREATE TABLE webhook_endpoint (
  project_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  events text[] NOT NULL,
  created_at timestamp(3) with time zone DEFAULT instant() NOT NULL,
  delivered_at timestamp(3) with time zone,
  disabled_at timestamp(3) with time zone,
  disabled_reason text,
  enabled boolean DEFAULT true NOT NULL,
  enabled_at timestamp(3) with time zone,
  previous_secret text,
  previous_until timestamp(3) with time zone,
  CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (project_id, id),
  CONSTRAINT webhook_endpoint_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])),
  CONSTRAINT webhook_endpoint_is_disabled CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL)),
  CONSTRAINT webhook_endpoint_previous CHECK ((previous_secret IS NULL) = (previous_until IS NULL)),
  CONSTRAINT webhook_endpoint_project_id_fkey FOREIGN KEY (project_id) REFERENCES project(id)
);

CREATE SEQUENCE price_revision;

CREATE SEQUENCE tool_revision;

CREATE VIEW report_margin_month AS
 SELECT project_id,
    tool,
    provider,
    executions,
    calls,
    charged_micros,
    refunded_micros,
    cost_micros
   FROM report_margin(date_trunc('month'::text, now(), 'UTC'::text), 'infinity'::timestamp with time zone) report_margin(project_id, tool, provider, executions, calls, charged_micros, refunded_micros, cost_micros);

CREATE VIEW report_margin_today AS
 SELECT project_id,
    tool,
    provider,
    executions,
    calls,
    charged_micros,
    refunded_micros,
    cost_micros
   FROM report_margin(date_trunc('day'::text, now(), 'UTC'::text), 'infinity'::timestamp with time zone) report_margin(project_id, tool, provider, executions, calls, charged_micros, refunded_micros, cost_micros);

CREATE VIEW report_near_limit AS
 WITH live AS (
         SELECT p.id,
            p.organization_id,
            p.name,
            p.monthly_cap_micros,
            p.low_balance_micros,
            a.funded_micros,
            a.available_micros,
            a.held_micros + COALESCE(u.charged_micros, 0::bigint) AS used_micros
           FROM project p
             JOIN ledger_account a ON a.project_id = p.id
             LEFT JOIN usage_month u ON u.project_id = p.id AND u.month = date_trunc('month'::text, (now() AT TIME ZONE 'UTC'::text))::date
          WHERE p.environment = 'live'::text AND p.archived_at IS NULL AND p.suspended_at IS NULL
        ), bound AS (
         SELECT 'project'::text AS scope,
            live.id,
            live.name,
            'cap'::text AS kind,
            live.monthly_cap_micros AS limit_micros,
            live.monthly_cap_micros - live.used_micros AS left_micros
           FROM live
          WHERE live.monthly_cap_micros IS NOT NULL
        UNION ALL
         SELECT 'organization'::text,
            o.id,
            o.name,
            'cap'::text,
            o.monthly_cap_micros,
            o.monthly_cap_micros - sum(live.used_micros)::bigint
           FROM organization o
             JOIN live ON live.organization_id = o.id
          WHERE o.monthly_cap_micros IS NOT NULL
          GROUP BY o.id
        UNION ALL
         SELECT 'project'::text,
            live.id,
            live.name,
            'balance'::text,
            COALESCE(live.low_balance_micros, 0::bigint) AS "coalesce",
            live.available_micros
           FROM live
          WHERE live.funded_micros > 0
        )
 SELECT scope,
    id,
    name,
    kind,
    limit_micros,
    left_micros
   FROM bound
  WHERE
        CASE kind
            WHEN 'cap'::text THEN left_micros <= (limit_micros / 5)
            ELSE left_micros <= limit_micros
        END;

-- function api_key_event_append_only() returns trigger
--   plpgsql, body cea350c8fb4b

-- function api_key_is_capped() returns trigger
--   plpgsql, body 59736f67299f

-- function api_key_owner_is_present() returns trigger
--   plpgsql, body db566062643d

-- function api_key_project_is_open() returns trigger
--   plpgsql, body 2b84ade5428e

-- function api_key_used(p_projects text[], p_keys text[]) returns void
--   sql, body e40edf022706

-- function audit_log_append_only() returns trigger
--   plpgsql, body aa00cf36dadf

-- function audit_log_chained() returns trigger
--   plpgsql, security definer, set search_path=public, pg_temp, body 2fa20df2651a

-- function audit_log_content(entry audit_log) returns text
--   sql, stable, body 662d877ac124

-- function audit_log_lock(p_chain text) returns audit_log_head
--   plpgsql, security definer, set search_path=public, pg_temp, body d47b323007f1

-- function batch_accept(p_id text, p_project text, p_key text, p_lineage text, p_idempotency_key text, p_body_sha256 text, p_tool text, p_price_version text, p_items jsonb, OUT outcome text, OUT batch text, OUT available_micros bigint, OUT accepted_at timestamp with time zone) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_sort=off, jit=off, plan_cache_mode=force_generic_plan, body a924fd864dd9

-- function batch_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) returns text
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, jit=off, body a2faa2387e16

-- function batch_find_under_lock(p_project text, p_idempotency_key text) returns text
--   plpgsql, set enable_seqscan=off, body 24c182f54980

-- function batch_is_final() returns trigger
--   plpgsql, body 7f07a2589739

-- function batch_is_whole() returns trigger
--   plpgsql, body 9b23cc7b458c

-- function batch_item_is_kept() returns trigger
--   plpgsql, body 1fa4d01796d6

-- function batch_item_is_whole() returns trigger
--   plpgsql, body 4bb88f042628

-- function batch_problem(b batch) returns text
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, jit=off, body 6bf05865c0ef

-- function batch_progress(p_project text, p_id text, OUT counts json, OUT charged_micros bigint, OUT last_finished_at timestamp with time zone) returns record
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, jit=off, plan_cache_mode=force_generic_plan, body 827495ff3fd0

-- function checkout_begins() returns trigger
--   plpgsql, body 6f1d749f13e9

-- function checkout_guard() returns trigger
--   plpgsql, body 9936f0830888

-- function evidence_stays() returns trigger
--   plpgsql, body 56a41af78c58

-- function execution_accept_quoted(p_requests jsonb) returns json
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_sort=off, jit=off, plan_cache_mode=force_generic_plan, body b0123145c14d

-- function execution_cancel(p_project text, p_id text, p_lineage text, p_admin boolean) returns text
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body d2f01ccb4c5b

-- function execution_cancel_overdue(p_limit integer) returns integer
--   sql, body 191cbdd01ec3

-- function execution_cancel_overdue(p_limit integer, p_at timestamp with time zone) returns TABLE(project_id text, id text)
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body bf60af0e86f4

-- function execution_claim(p_projects text[], p_ids text[], p_engine text, p_lease interval, p_operations text[] DEFAULT NULL::text[]) returns TABLE(id text, project_id text, claim_token uuid, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint, maximum_micros bigint, cancel_requested boolean, seconds_left double precision, created_at timestamp with time zone, in_review boolean)
--   sql, body 6a78751c2d50

-- function execution_claim(p_projects text[], p_ids text[], p_engine text, p_lease interval, p_operations text[], p_worker text) returns TABLE(id text, project_id text, claim_token uuid, epoch integer, attempts integer, tool text, plan jsonb, steps jsonb, minimum_micros bigint, maximum_micros bigint, cancel_requested boolean, seconds_left double precision, created_at timestamp with time zone, in_review boolean, noted_before jsonb)
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, jit=off, plan_cache_mode=force_generic_plan, body 40feda125adf

-- function execution_decide_capped(p_requests jsonb, p_at timestamp with time zone, OUT outcomes text[], OUT available_micros bigint[]) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_sort=off, jit=off, plan_cache_mode=force_generic_plan, body 82de5f7b9114

-- function execution_delete_content(p_project text, p_id text, p_by text, p_actor text) returns text
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body cd6885e11216

-- function execution_delete_due_content(p_project text, p_transfers integer, OUT deleted integer, OUT has_more boolean) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, enable_sort=off, plan_cache_mode=force_generic_plan, body 03419078b7bb

-- function execution_doubt(p_projects text[], p_ids text[]) returns void
--   sql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body d3109839ea9a

-- function execution_edge_allowed(p_from text, p_to text) returns boolean
--   sql, immutable, body 78fb1161de34

-- function execution_find_under_lock(p_project text, p_idempotency_key text) returns TABLE(key_lineage text, body_hash text, executions json)
--   plpgsql, set enable_seqscan=off, body 3b515042976d

-- function execution_finish(p_projects text[], p_ids text[], p_claim_tokens uuid[], p_statuses text[], p_reasons text[], p_charges bigint[], p_billings text, p_results text, p_errors text, p_steps text, p_beside jsonb, p_retention interval) returns SETOF uuid
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, jit=off, plan_cache_mode=force_generic_plan, body 7f76d9d25fe5

-- function execution_guard() returns trigger
--   plpgsql, body 2e799e0f0729

-- function execution_hand_back(p_items jsonb) returns SETOF uuid
--   plpgsql, body 57b817553724

-- function execution_has_content(e execution) returns boolean
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body a52b8c68815a

-- function execution_heartbeat(p_projects text[], p_ids text[], p_claim_tokens uuid[], p_lease interval) returns TABLE(claim_token uuid, cancel_requested boolean)
--   sql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body f88aae0c0d01

-- function execution_is_as_accepted() returns trigger
--   plpgsql, body 5cc9b6100ae8

-- function execution_is_doubtful(e execution) returns boolean
--   sql, stable, body 6876f32a0874

-- function execution_is_held() returns trigger
--   plpgsql, security definer, set search_path=public, pg_temp, enable_seqscan=off, jit=off, plan_cache_mode=force_generic_plan, body 14bd29fc8a96

-- function execution_is_kept() returns trigger
--   plpgsql, body 6df4dae75979

-- function execution_is_past_retention(e execution) returns boolean
--   sql, stable, set enable_seqscan=off, body 7fe5ee6aa763

-- function execution_is_settled() returns trigger
--   plpgsql, security definer, set search_path=public, pg_temp, enable_seqscan=off, jit=off, enable_hashjoin=off, enable_mergejoin=off, plan_cache_mode=force_generic_plan, body a91ed64198d2

-- function execution_is_to_stop(e execution) returns boolean
--   sql, stable, body f161e305db3c

-- function execution_is_without_content(o execution, n execution) returns boolean
--   sql, stable, body 5f7898db1889

-- function execution_job_remove(p_projects text[], p_engines text[], p_ids text[]) returns void
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, plan_cache_mode=force_generic_plan, body bf23d9877725

-- function execution_lock_held(p_items jsonb) returns TABLE(id text, project_id text, maximum_micros bigint, item jsonb)
--   sql, body 0212d2ceb680

-- function execution_mend_times(p_limit integer) returns void
--   sql, set enable_seqscan=off, body 7e4b88bd0321

-- function execution_next_lookup(e execution, p_backoff interval, p_resolve interval) returns timestamp with time zone
--   sql, stable, body c90add2c4db0

-- function execution_next_waiting(p_after text, p_engine text, OUT project_id text, OUT id text) returns record
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_sort=off, enable_bitmapscan=off, body 986585fc5fef

-- function execution_noted(p_history jsonb, p_event text, p_at timestamp with time zone, p_epoch integer, p_detail text, p_worker text) returns jsonb
--   sql, stable, body b34532de5f97

-- function execution_notify_after() returns interval
--   sql, immutable, body 20b5737f47f5

-- function execution_notify_at(p_projects text[], p_ids text[], p_notify_at timestamp with time zone) returns void
--   sql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 1a76facdc11c

-- function execution_overtaken(p_limit integer) returns TABLE(project_id text, id text, engine text)
--   sql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 7cacb57727e5

-- function execution_plan_is_able(p_plan jsonb, p_engine text, p_operations jsonb) returns boolean
--   sql, stable, body 53857fc72d97

-- function execution_plan_without_content(p_plan jsonb) returns jsonb
--   sql, immutable, body 3d63aa05fa80

-- function execution_postpone(p_project text, p_id text, p_claim_token uuid, p_after interval, p_counted boolean) returns boolean
--   sql, body 5e399cd60959

-- function execution_postpone(p_project text, p_id text, p_claim_token uuid, p_after interval, p_counted boolean, p_is_wait boolean) returns boolean
--   plpgsql, body 3184150199ce

-- function execution_read(p_projects text[], p_ids text[]) returns json
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, plan_cache_mode=force_generic_plan, body b0b3c2ff1544

-- function execution_record(p_items jsonb, p_retention interval) returns SETOF uuid
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body c910612d7546

-- function execution_review(p_items jsonb, p_backoff interval, p_resolve interval) returns SETOF uuid
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 624aef19467d

-- function execution_review_is_noted() returns trigger
--   plpgsql, body 5ccb3e9dba51

-- function execution_shown(e execution, p_steps json, p_artifacts json) returns json
--   sql, stable, body 2b8c449d086c

-- function execution_standing(p_projects text[], p_ids text[]) returns TABLE(organization_id text, project_id text, key_lineage text, id text, waits boolean)
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, plan_cache_mode=force_generic_plan, body d80399e4e0d1

-- function execution_step_dispatch(p_project text, p_id text, p_claim_token uuid, p_index integer, p_token text, p_exposure_micros bigint, p_provider text) returns text
--   plpgsql, body a4efb45ab014

-- function execution_step_is_final() returns trigger
--   plpgsql, body 4797bb111d14

-- function execution_step_submitted(p_project text, p_id text, p_claim_token uuid, p_index integer, p_ref text) returns boolean
--   plpgsql, body 4ae101505713

-- function execution_step_undelivered(p_project text, p_id text, p_claim_token uuid, p_index integer) returns boolean
--   plpgsql, body 5de72a2133c7

-- function execution_steps(e execution) returns TABLE(index integer, status text, attempt integer, units bigint, charged_micros bigint, cost_micros bigint, result jsonb, started_at timestamp with time zone, finished_at timestamp with time zone)
--   sql, stable, strict, body ad72a9c06865

-- function execution_steps_without_content(p_steps json) returns jsonb
--   sql, immutable, body 7e55e0ca9c20

-- function execution_sweep(p_limit integer) returns TABLE(project_id text, id text, engine text, epoch integer)
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body dc99558a30b0

-- function execution_tell_progress(p_items jsonb) returns void
--   sql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 51e7203d18fb

-- function execution_unheld_seconds(p_project text, p_id text, p_held_until timestamp with time zone, p_at timestamp with time zone) returns integer
--   sql, stable, body a3d785bb5a56

-- function execution_unused_wait(p_started_at timestamp with time zone, p_began timestamp with time zone, p_seconds integer, p_at timestamp with time zone) returns integer
--   sql, immutable, body cba4313d7267

-- function execution_waiting(p_engine text, p_after text, p_most integer) returns TABLE(organization_id text, project_id text, key_lineage text, id text)
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body aa3294577976

-- function execution_waiting_keys(p_project text, p_engine text, p_most integer) returns TABLE(organization_id text, project_id text, key_lineage text, id text)
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body 63b5fcd9cb8c

-- function execution_wake(p_projects text[], p_ids text[], p_epochs integer[]) returns TABLE(project_id text, id text)
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 20ca7a8b9dc3

-- function execution_watch(p_projects text[], p_ids text[], p_claim_tokens uuid[]) returns TABLE(claim_token uuid, cancel_requested boolean)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 7ab305a98f98

-- function execution_write_steps(p_items jsonb, p_retention interval) returns void
--   sql, body bf6761663038

-- function file_delete(p_project text, p_id text, p_by text, p_actor text) returns TABLE(mime_type text, size_bytes bigint, origin text, execution_id text, created_at timestamp with time zone, expired_at timestamp with time zone, deleted_at timestamp with time zone)
--   plpgsql, body 66f041a1a0e4

-- function file_expire(p_limit integer) returns TABLE(object_key text)
--   sql, body 5b33e7bbbbb9

-- function file_save_upload(p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer, p_duration_seconds double precision, p_object_key text, p_retention interval) returns SETOF file
--   plpgsql, body d0491454c8ce

-- function file_save_upload_within(p_stored_max bigint, p_organization_max bigint, p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer, p_duration_seconds double precision, p_object_key text, p_retention interval) returns SETOF file
--   plpgsql, body 12c438a8b469

-- function file_save_upload_within(p_stored_max bigint, p_id text, p_project text, p_sha256 bytea, p_mime_type text, p_size_bytes bigint, p_width integer, p_height integer, p_duration_seconds double precision, p_object_key text, p_retention interval) returns SETOF file
--   sql, body 822a80d23525

-- function funding_proposal_is_final() returns trigger
--   plpgsql, body 5a8d8a5c1024

-- function instant() returns timestamp with time zone
--   sql, stable, parallel safe, body e204e72e2e13

-- function invitation_ends_once() returns trigger
--   plpgsql, body a6752881bd01

-- function ledger_cap_is_passed(p_projects text[], p_lineages text[], p_at timestamp with time zone) returns boolean
--   plpgsql, body 9b450c1d4ea3

-- function ledger_cap_key(p_project text, p_lineage text, p_cap_micros bigint) returns void
--   plpgsql, set enable_seqscan=off, body cacef95ad591

-- function ledger_check_batch_round(p_rows integer, OUT projects text[], OUT ids text[]) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body dc4831a52123

-- function ledger_check_batches(p_projects text[], p_ids text[]) returns TABLE(project_id text, rule text, subject text, problem text)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body a1e4afd27b71

-- function ledger_check_caps(p_projects text[]) returns TABLE(project_id text, rule text, subject text, problem text)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 2bb37da94978

-- function ledger_check_checkouts(p_rows integer, OUT projects text[], OUT ids text[]) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body 49976b5bf947

-- function ledger_check_costs(p_projects text[], p_ids text[]) returns TABLE(project_id text, rule text, subject text, problem text)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 3f662f2653da

-- function ledger_check_executions(p_projects text[], p_ids text[]) returns TABLE(project_id text, rule text, subject text, problem text)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 61b84d797820

-- function ledger_check_expected_charge(e execution) returns numeric
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 828e17fd9581

-- function ledger_check_fold(p_project text, p_rows integer, OUT folded integer, OUT executions text[]) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body 13d5244496dd

-- function ledger_check_fold_lineages(p_project text, p_rows integer) returns integer
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body 55d88dc31215

-- function ledger_check_note(p_rules text[], p_subjects text[], p_problems jsonb) returns void
--   sql, body 581c65aa0f93

-- function ledger_check_payment_is_known(p_project text, p_kind text, p_amount_micros bigint, p_name text) returns boolean
--   sql, stable, set enable_seqscan=off, body 73d8de91ad41

-- function ledger_check_payments(p_projects text[], p_names text[]) returns TABLE(project_id text, rule text, subject text, problem text)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 57a30f8092f0

-- function ledger_check_projects(p_projects text[]) returns TABLE(project_id text, rule text, subject text, problem text)
--   sql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body e9fe8d287ffb

-- function ledger_check_round(p_rows integer, OUT projects text[], OUT ids text[]) returns record
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body edca725af17c

-- function ledger_check_tick(p_rows integer, p_transfers integer, p_every interval) returns TABLE(rule text, subject text, problem text)
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, enable_bitmapscan=off, body f7146f0543ec

-- function ledger_fund(p_project text, p_kind text, p_amount_micros bigint, p_reference text, p_execution text) returns boolean
--   plpgsql, body b03e723b6044

-- function ledger_key_left(p_project text, p_lineage text, p_at timestamp with time zone) returns bigint
--   sql, stable, set enable_seqscan=off, jit=off, body 5fc6b1bf865f

-- function ledger_lock(p_projects text[]) returns void
--   plpgsql, body e1131fe571eb

-- function ledger_lock_organizations(p_projects text[]) returns void
--   plpgsql, set enable_seqscan=off, jit=off, body 33ba89d38f9a

-- function ledger_open(p_project text) returns void
--   sql, body bca66c935f2d

-- function ledger_organization_left(p_organization text, p_at timestamp with time zone) returns bigint
--   sql, stable, set enable_seqscan=off, jit=off, body 05a6d01a18e9

-- function ledger_refund_is_covered(p_project text, p_reference text) returns boolean
--   sql, stable, set enable_seqscan=off, body 2f6b9d0100b4

-- function ledger_release(p_projects text[], p_executions text[], p_holds_micros bigint[], p_charges_micros bigint[], p_at timestamp with time zone) returns void
--   sql, body be873a991e4d

-- function ledger_reserve(p_projects text[], p_executions text[], p_amounts_micros bigint[], p_at timestamp with time zone) returns void
--   plpgsql, body dd1118464a20

-- function ledger_settle(p_projects text[], p_executions text[], p_holds_micros bigint[], p_charges_micros bigint[], p_counted boolean[], p_at timestamp with time zone) returns void
--   plpgsql, body 344c82880094

-- function ledger_top_up(p_project text, p_amount_micros bigint, p_reference text) returns boolean
--   sql, body 1c7a7b2d1ab7

-- function ledger_transfer_is_booked() returns trigger
--   plpgsql, set enable_seqscan=off, jit=off, enable_hashjoin=off, enable_mergejoin=off, plan_cache_mode=force_generic_plan, body 830c386ba8b4

-- function ledger_transfer_is_final() returns trigger
--   plpgsql, body 507d8a9d7b15

-- function ledger_transfer_is_sound() returns trigger
--   plpgsql, set enable_seqscan=off, jit=off, plan_cache_mode=force_generic_plan, body f2cafc376a4d

-- function member_is_of_organization() returns trigger
--   plpgsql, body db6be1844422

-- function object_lock(p_key text) returns void
--   sql, body c88f86021613

-- function object_take_orphans(p_keys text[]) returns TABLE(object_key text)
--   plpgsql, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body a5ad16d37259

-- function organization_free_cpu_exceeded(p_budget_seconds double precision) returns SETOF text
--   sql, stable, body d17cc2317b9e

-- function organization_is_running(p_organization text, p_engine text) returns boolean
--   plpgsql, stable, set enable_seqscan=off, enable_hashjoin=off, enable_mergejoin=off, body 4b245dc13cd6

-- function price_changes(p_after bigint) returns json
--   sql, body c8eeed2d44fb

-- function price_is_kept() returns trigger
--   plpgsql, body 2bcf78806ad2

-- function price_last_sold_to(p_project text, p_environment text, p_limit integer) returns TABLE(project_id text, tool text, model text, charged_micros bigint, billing json, prices jsonb)
--   plpgsql, stable, body 795b58354d62

-- function price_lock() returns timestamp with time zone
--   plpgsql, body 5a7f299c8037

-- function price_misfits(p_projects text[], p_versions text[], p_at timestamp with time zone) returns TABLE(project_id text, version text)
--   sql, stable, body 4d2e86011521

-- function price_table_cancel(p_version text) returns boolean
--   plpgsql, body ca0a923603a4

-- function price_table_publish(p_version text, p_prices jsonb, p_effective_at timestamp with time zone, p_by text) returns void
--   plpgsql, body b3dee15e23fa

-- function price_table_seed(p_version text, p_prices jsonb, p_by text) returns boolean
--   plpgsql, body e0e2f7f2e05b

-- function project_environment_stays() returns trigger
--   plpgsql, body b14dfa6c91b0

-- function project_export_guard() returns trigger
--   plpgsql, body eb9ff2555260

-- function project_free_cpu_add(p_project text, p_seconds double precision) returns double precision
--   sql, body d67f6706aafd

-- function project_price_terms_cancel(p_project text, p_version text) returns boolean
--   plpgsql, body 93b1b2ef345b

-- function project_price_terms_publish(p_project text, p_version text, p_terms jsonb, p_effective_at timestamp with time zone, p_by text) returns void
--   plpgsql, body 2dffb95938eb

-- function project_storage_count() returns trigger
--   plpgsql, set enable_seqscan=off, jit=off, enable_hashjoin=off, enable_mergejoin=off, body 9c7915be8c8c

-- function provider_circuit_report(p_provider text, p_ok boolean) returns void
--   sql, body 17cfce70798f

-- function provider_circuit_report(p_provider text, p_ok boolean, p_failure text) returns void
--   plpgsql, body 256f6ab1f2ff

-- function provider_cost_due(p_providers text[], p_limit integer, p_backoff interval) returns TABLE(project_id text, execution_id text, step integer, provider text, ref text)
--   sql, body 56eaab95e32c

-- function provider_cost_is_final() returns trigger
--   plpgsql, body 0f837c26636d

-- function provider_cost_stated_late(p_project_id text, p_execution_id text, p_step integer, p_stated_micros bigint) returns bigint
--   sql, body 2ab959b45eb0

-- function provider_cost_write(p_items jsonb) returns void
--   plpgsql, body a57c23b83a84

-- function report_margin(p_since timestamp with time zone, p_until timestamp with time zone) returns TABLE(project_id text, tool text, provider text, executions bigint, calls bigint, charged_micros bigint, refunded_micros bigint, cost_micros bigint)
--   sql, stable, body bd36d8c3bec3

-- function runner_key_issue(p_id text, p_tool text, p_name text, p_public_id text, p_secret_hmac bytea, p_pepper_mark text, p_by text, p_most integer) returns text
--   plpgsql, body 51801abe7736

-- function runner_run_cancel(p_token text) returns json
--   plpgsql, body bb15988a5742

-- function runner_run_claim(p_tool text, p_key text, p_lease text, p_lasts interval) returns json
--   plpgsql, body 9610dd4b6652

-- function runner_run_is_true() returns trigger
--   plpgsql, body ddeced9d5424

-- function runner_run_lookup(p_token text) returns json
--   plpgsql, body 20a9be77bba6

-- function runner_run_offer(p_token text, p_tool text, p_version integer, p_start text, p_idempotent boolean, p_deadline timestamp with time zone, p_timeline integer) returns json
--   plpgsql, body b23344573b84

-- function runner_run_readiness(p_tool text, p_concurrency integer) returns text
--   sql, stable, body f4e583a3cdb3

-- function runner_run_remove(p_limit integer) returns integer
--   sql, body cc60845f3f32

-- function runner_run_report(p_tool text, p_token text, p_lease text, p_status text, p_reply text, p_lasts interval) returns json
--   plpgsql, body 72b32a3912b2

-- function runner_run_withdraw(p_token text) returns boolean
--   plpgsql, body d5079164daa3

-- function server_timeline() returns integer
--   sql, stable, body 0feae3547cb5

-- function storage_is_over(p_project text, p_stored_max bigint, p_organization_max bigint) returns boolean
--   plpgsql, set enable_seqscan=off, jit=off, body 76fa9a8b4aa4

-- function template_save(p_project text, p_name text, p_content json, p_sha256 bytea, p_key text, p_activate boolean, OUT version integer) returns integer
--   plpgsql, body cb9e050b88f8

-- function template_version_is_final() returns trigger
--   plpgsql, body b653432e368b

-- function tool_activate(p_name text, p_version integer) returns boolean
--   plpgsql, body 1f0687d7ee0d

-- function tool_changes(p_after bigint) returns json
--   sql, stable, body 92ed6861df77

-- function tool_duration_bucket(p_duration interval) returns smallint
--   sql, immutable, body b4b71b2f2593

-- function tool_durations(p_environment text) returns TABLE(tool text, model text, p50 double precision, p95 double precision)
--   sql, stable, body a2991569da4c

-- function tool_lock() returns void
--   plpgsql, body 53f71fe391b3

-- function tool_misfits(p_requests jsonb) returns TABLE(project_id text, version text)
--   sql, stable, body b211818e6942

-- function tool_price_versions_enter(p_requests jsonb) returns void
--   sql, body 86fdb682e7b8

-- function tool_publish(p_name text, p_digest text, p_manifest text, p_by text, OUT version integer, OUT is_new boolean) returns record
--   plpgsql, body 94dc750a3286

-- function tool_retire(p_name text) returns boolean
--   plpgsql, body 29870974ea38

-- function tool_version_is_final() returns trigger
--   plpgsql, body 159202a3c63a

-- function upload_resumable_append(p_project text, p_id text, p_offset bigint, p_size bigint, p_key text) returns boolean
--   plpgsql, body 2bc8de7f4550

-- function upload_resumable_count() returns trigger
--   plpgsql, body f02e11337309

-- function upload_resumable_expire() returns TABLE(id text, object_keys text[])
--   plpgsql, body defb7e8452ad

-- function upload_resumable_open(p_project text, p_id text, p_mime_type text, p_size_bytes bigint, p_stored_max bigint, p_organization_max bigint, p_open_max integer, p_organization_open_max integer, p_lifetime interval) returns text
--   plpgsql, body 12aedc902b90

-- function upload_resumable_open(p_project text, p_id text, p_mime_type text, p_size_bytes bigint, p_stored_max bigint, p_open_max integer, p_lifetime interval) returns text
--   sql, body c8140c303324

-- function upload_resumable_remove(p_project text, p_id text) returns TABLE(object_key text)
--   plpgsql, body c7ba39d5f9ac
