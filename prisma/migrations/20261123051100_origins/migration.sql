-- Origins whose pages may read what the API answers to a key of the project. Off until somebody names one. A preflight carries no key, so it names no
-- project: it is asked whether anybody has the origin, by the index; what a page then reads is decided by the key's own project.

CREATE TABLE project_origins (
  project_id text COLLATE "C" PRIMARY KEY REFERENCES project,
  origins    text[] NOT NULL CHECK (cardinality(origins) <= 20 AND array_position(origins, NULL) IS NULL),
  set_at     timestamptz(3) NOT NULL DEFAULT instant()
);
CREATE INDEX project_origins_listed ON project_origins USING gin (origins);
