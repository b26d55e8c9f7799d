-- Below what is available a project counts as low: for the people who top it up. It refuses nothing.
ALTER TABLE project ADD COLUMN low_balance_micros bigint CHECK (low_balance_micros >= 0); -- null: never low
CREATE INDEX project_low_balance ON project (id) WHERE low_balance_micros IS NOT NULL;
