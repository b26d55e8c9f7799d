-- Creates the roles and the database of Farebox. Run it once, as a superuser. A second run sets the passwords again.
-- The PostgreSQL image runs it at its first start (compose.yaml). For your own server:
--
--   POSTGRES_OWNER_PASSWORD=… POSTGRES_APP_PASSWORD=… POSTGRES_READ_PASSWORD=… psql --file deploy/postgres/roles.sql postgres
--
-- farebox_owner  owns the database and its tables; only for migrations (FAREBOX_MIGRATION_DATABASE_URL)
-- farebox_app    for the apps (DATABASE_URL): reads and writes rows and calls functions, as prisma/grants.sql permits
-- farebox_read   for metrics, reports and replicas: reads everything except the secrets of keys
\set ON_ERROR_STOP on
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv app_password POSTGRES_APP_PASSWORD
\getenv read_password POSTGRES_READ_PASSWORD

SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['farebox_owner', 'farebox_app', 'farebox_read']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE farebox_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner_password';
ALTER ROLE farebox_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'app_password';
ALTER ROLE farebox_read LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'read_password';
ALTER ROLE farebox_read SET default_transaction_read_only = on;
-- A forgotten transaction would keep every dead row version.
ALTER ROLE farebox_app SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE farebox_read SET idle_in_transaction_session_timeout = '60s';
GRANT farebox_app TO farebox_owner;
-- Behind PgBouncer in transaction mode an app cannot set its own, shorter limit.
ALTER ROLE farebox_app SET statement_timeout = '30s';
-- Only roles with this grant see the standbys of the server: the keeper reports those for which no commit waits.
GRANT pg_read_all_stats TO farebox_app;
GRANT pg_monitor TO farebox_read;

SELECT 'CREATE DATABASE farebox OWNER farebox_owner' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'farebox') \gexec
ALTER DATABASE farebox OWNER TO farebox_owner;
REVOKE ALL ON DATABASE farebox FROM PUBLIC;
GRANT CONNECT ON DATABASE farebox TO farebox_read;
-- With the queue in PostgreSQL, BullMQ's functions use temporary tables.
GRANT CONNECT, TEMPORARY ON DATABASE farebox TO farebox_app;
\connect farebox
-- Up to PostgreSQL 14, every role could create tables in this schema.
ALTER SCHEMA public OWNER TO farebox_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
