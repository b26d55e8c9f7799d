-- An address by which a file may be stored without a key takes one file. Making it writes nothing: it carries all that it permits, sealed. What is written
-- is that it was used, in the transaction of its file, so of two at once one finds the other's row and stores nothing. Rows are forgotten an hour after the
-- address has ended, by whoever uses one in the same project next.

CREATE TABLE upload_url_use (
  project_id text COLLATE "C" NOT NULL REFERENCES project,
  id         text COLLATE "C" NOT NULL,
  file_id    text COLLATE "C" NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (project_id, id),
  CONSTRAINT upload_url_use_file FOREIGN KEY (project_id, file_id) REFERENCES file (project_id, id)
);
CREATE INDEX upload_url_use_end ON upload_url_use (project_id, expires_at);
