-- The timeline of the server that offered a run: a failover or a restore may have lost that it was claimed, so a run of another timeline may have begun.
ALTER TABLE runner_run ADD COLUMN timeline integer NOT NULL DEFAULT server_timeline();
