-- Which worker claimed an execution when, and how each claim ended (prisma/functions/executions/execution_noted.sql). Null: it was never claimed, or was
-- accepted before this release.
ALTER TABLE execution ADD COLUMN history jsonb;
