-- A function's plan is kept by each connection. One that was made while the tables were empty reads the whole of `execution`
-- for every call: accepting 64 took 4 ms at first and 10 ms after 32,000 rows. These functions touch a few rows by key and
-- never gain from reading a table, so they may only use its indexes. The settings hold for what they call as well.

ALTER FUNCTION execution_accept(jsonb, interval) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_claim(text[], text, interval) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_heartbeat(text[], integer[], interval) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_watch(text[], integer[]) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_record(jsonb, interval, interval) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_finish(jsonb, interval) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_hand_back(jsonb) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_cancel(text, text, text, boolean) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
ALTER FUNCTION execution_sweep(integer) SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off;
