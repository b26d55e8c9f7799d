-- Makes the roles and the database of Tollgate, as a superuser, once; said again it sets the passwords anew. The image of PostgreSQL
-- runs it at its first start (compose.yaml); for a server of your own:
--
--   POSTGRES_OWNER_PASSWORD=… POSTGRES_APP_PASSWORD=… POSTGRES_READ_PASSWORD=… psql --file deploy/postgres/roles.sql postgres
--
-- tollgate_owner  owns the database and its tables: migrations alone, TOLLGATE_MIGRATION_DATABASE_URL
-- tollgate_app    the apps, DATABASE_URL: reads and writes rows and calls functions; what it may do is in prisma/grants.sql
-- tollgate_read   metrics, reports and replicas: reads all but the secrets of keys
\set ON_ERROR_STOP on
\getenv owner_password POSTGRES_OWNER_PASSWORD
\getenv app_password POSTGRES_APP_PASSWORD
\getenv read_password POSTGRES_READ_PASSWORD

SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY['tollgate_owner', 'tollgate_app', 'tollgate_read']) AS name
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE tollgate_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'owner_password';
ALTER ROLE tollgate_app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'app_password';
ALTER ROLE tollgate_read LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'read_password';
ALTER ROLE tollgate_read SET default_transaction_read_only = on;
-- A forgotten transaction would keep every dead row version alive.
ALTER ROLE tollgate_app SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE tollgate_read SET idle_in_transaction_session_timeout = '60s';
GRANT tollgate_app TO tollgate_owner;
-- Whether standbys replicate in time is told to nobody else (TOLLGATE_ALLOW_ASYNC_REPLICA).
GRANT pg_read_all_stats TO tollgate_app;
GRANT pg_monitor TO tollgate_read;

SELECT 'CREATE DATABASE tollgate OWNER tollgate_owner' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'tollgate') \gexec
ALTER DATABASE tollgate OWNER TO tollgate_owner;
REVOKE ALL ON DATABASE tollgate FROM PUBLIC;
GRANT CONNECT ON DATABASE tollgate TO tollgate_read;
-- BullMQ's own functions use temporary tables, where the queue is in PostgreSQL.
GRANT CONNECT, TEMPORARY ON DATABASE tollgate TO tollgate_app;
\connect tollgate
-- Up to PostgreSQL 14 everybody could make tables here.
ALTER SCHEMA public OWNER TO tollgate_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
