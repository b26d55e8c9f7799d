-- Each finished base backup is one row, inserted by the program that made the backup. The keeper exports the age of the newest one.
CREATE TABLE backup_record (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  finished_at timestamptz(3) NOT NULL DEFAULT instant(),
  -- Name of the backup, for people. At most 200 characters.
  label       text NOT NULL DEFAULT '' CHECK (length(label) <= 200)
);
