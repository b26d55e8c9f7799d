-- The rights of each role. The migrator runs this file as the owner after every migration. deploy/postgres/roles.sql or the embedded server creates the
-- roles; a role that does not exist is skipped, so migrations do not wait for it, but no app starts under another role.
--
-- farebox_app, the apps: may read, insert and update rows, and delete only the keeper's notes, the progress of work, and old runs of runners. Only the
-- triggers of execution create and delete the jobs of open executions. The role owns no table, so it can neither disable a trigger nor truncate. In the queue's
-- schema it has all rights, because jobs are hints.
-- farebox_read, metrics and replicas: may read everything except the secrets of keys, invitations, webhooks and runs.
DO $grants$
DECLARE
  columns text;
BEGIN
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;

  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'farebox_app') THEN
    GRANT USAGE ON SCHEMA public TO farebox_app;
    GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO farebox_app;
    REVOKE UPDATE ON ledger_transfer, ledger_refund, api_key_event, audit_log, project_export_part, payment_event, template_version, batch_item FROM farebox_app;
    REVOKE INSERT, UPDATE ON audit_log_head FROM farebox_app; -- the trigger of audit_log continues a chain, as the owner
    REVOKE UPDATE ON price_version, tool_version FROM farebox_app;
    REVOKE INSERT, UPDATE ON _prisma_migrations, _schema_functions FROM farebox_app;
    REVOKE INSERT, DELETE ON execution_job FROM farebox_app;
    REVOKE INSERT, UPDATE ON backup_record FROM farebox_app; -- the owner or a superuser records a backup
    GRANT DELETE ON audit_finding, object_removal, process_at_work, execution_progress, execution_content_removal, file_removal, review_note, runner_run, upload_url_use, upload_resumable, upload_resumable_part, webhook_delivery, webhook_endpoint TO farebox_app;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO farebox_app;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO farebox_app;
    CREATE SCHEMA IF NOT EXISTS bullmq AUTHORIZATION farebox_app;
  END IF;

  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'farebox_read') THEN
    GRANT USAGE ON SCHEMA public TO farebox_read;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO farebox_read;
    GRANT EXECUTE ON FUNCTION report_margin(timestamptz, timestamptz) TO farebox_read;
    REVOKE SELECT ON api_key FROM farebox_read;
    SELECT string_agg(quote_ident(column_name), ', ') INTO columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'api_key' AND column_name <> 'secret_hmac';
    EXECUTE format('GRANT SELECT (%s) ON api_key TO farebox_read', columns);
    REVOKE SELECT ON invitation FROM farebox_read;
    SELECT string_agg(quote_ident(column_name), ', ') INTO columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'invitation' AND column_name <> 'secret_hmac';
    EXECUTE format('GRANT SELECT (%s) ON invitation TO farebox_read', columns);
    REVOKE SELECT ON webhook_endpoint FROM farebox_read;
    SELECT string_agg(quote_ident(column_name), ', ') INTO columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'webhook_endpoint' AND column_name NOT IN ('secret', 'previous_secret');
    EXECUTE format('GRANT SELECT (%s) ON webhook_endpoint TO farebox_read', columns);
    REVOKE SELECT ON runner_key FROM farebox_read;
    SELECT string_agg(quote_ident(column_name), ', ') INTO columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'runner_key' AND column_name <> 'secret_hmac';
    EXECUTE format('GRANT SELECT (%s) ON runner_key TO farebox_read', columns);
    REVOKE SELECT ON runner_run FROM farebox_read; -- its start has URLs of files, and whoever has a lease ends the run
    SELECT string_agg(quote_ident(column_name), ', ') INTO columns
      FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'runner_run' AND column_name NOT IN ('start', 'lease');
    EXECUTE format('GRANT SELECT (%s) ON runner_run TO farebox_read', columns);
  END IF;
END $grants$;
