-- farebox: no transaction
-- Finds the acts of one operator in a day, for the limit of what one may give alone.
CREATE INDEX CONCURRENTLY audit_log_operator_at ON audit_log (actor, at) WHERE actor_kind = 'operator';
