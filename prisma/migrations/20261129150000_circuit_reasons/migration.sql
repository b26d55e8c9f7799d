-- When and why the last call that counted against a circuit failed, for operators. Null: none did, or a release without these columns counted it.
ALTER TABLE provider_circuit ADD COLUMN failed_at timestamptz(3), ADD COLUMN failure text;
