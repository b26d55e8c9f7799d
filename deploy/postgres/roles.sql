-- Makes the roles and the database of Farebox, as a superuser, once; said again it sets the passwords anew. The image of PostgreSQL
-- runs it at its first start (compose.yaml); for a server of your own:
--
--   POSTGRES_OWNER_PASSWORD=… POSTGRES_APP_PASSWORD=… POSTGRES_READ_PASSWORD=… psql --file deploy/postgres/roles.sql postgres
--
-- farebox_owner  owns the database and its tables: migrations alone, FAREBOX_MIGRATION_DATABASE_URL
-- farebox_app    the apps, DATABASE_URL: reads and writes rows and calls functions; what it may do is in prisma/grants.sql
-- farebox_read   metrics, reports and replicas: reads all but the secrets of keys
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
-- A forgotten transaction would keep every dead row version alive.
ALTER ROLE farebox_app SET idle_in_transaction_session_timeout = '60s';
ALTER ROLE farebox_read SET idle_in_transaction_session_timeout = '60s';
GRANT farebox_app TO farebox_owner;
-- Whether standbys replicate in time is told to nobody else (FAREBOX_ALLOW_ASYNC_REPLICA).
GRANT pg_read_all_stats TO farebox_app;
GRANT pg_monitor TO farebox_read;

SELECT 'CREATE DATABASE farebox OWNER farebox_owner' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'farebox') \gexec
ALTER DATABASE farebox OWNER TO farebox_owner;
REVOKE ALL ON DATABASE farebox FROM PUBLIC;
GRANT CONNECT ON DATABASE farebox TO farebox_read;
-- BullMQ's own functions use temporary tables, where the queue is in PostgreSQL.
GRANT CONNECT, TEMPORARY ON DATABASE farebox TO farebox_app;
\connect farebox
-- Up to PostgreSQL 14 everybody could make tables here.
ALTER SCHEMA public OWNER TO farebox_owner;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
