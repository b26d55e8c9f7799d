-- farebox: no transaction
-- Finds the transfers of a day or a month for reports. Transfers are only added, in the order of time, so a block range index of a few pages is enough.
CREATE INDEX CONCURRENTLY ledger_transfer_created_at ON ledger_transfer USING brin (created_at) WITH (autosummarize = on);
