-- What each role may do, said by the owner after every migration. The roles are made by deploy/postgres/roles.sql or by the embedded
-- server; one that is not there is left out: migrations do not wait for it, though no app starts as anybody else.
--
-- farebox_app, the apps: rows are read, added and changed, never removed, but for the keeper's notes and how far work is; what is open is
-- made and removed by the triggers of execution alone. It owns no table, so it can neither
-- switch a trigger off nor truncate. In the queue's schema it does as it likes: jobs are hints.
-- farebox_read, metrics and replicas: everything but the secrets of keys, invitations and webhooks.
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
    REVOKE UPDATE ON price_version FROM farebox_app;
    REVOKE INSERT, UPDATE ON _prisma_migrations, _schema_functions FROM farebox_app;
    REVOKE INSERT, DELETE ON execution_job FROM farebox_app;
    GRANT DELETE ON audit_finding, object_removal, execution_progress, execution_content_removal, file_removal, review_note, upload_url_use, upload_resumable, upload_resumable_part, webhook_delivery, webhook_endpoint TO farebox_app;
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO farebox_app;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO farebox_app;
    CREATE SCHEMA IF NOT EXISTS bullmq AUTHORIZATION farebox_app;
  END IF;

  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'farebox_read') THEN
    GRANT USAGE ON SCHEMA public TO farebox_read;
    GRANT SELECT ON ALL TABLES IN SCHEMA public TO farebox_read;
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
  END IF;
END $grants$;
