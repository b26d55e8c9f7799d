-- farebox: no transaction
-- Finds the organizations of one person, for the rate limits of the operator API.
CREATE INDEX CONCURRENTLY organization_member_subject ON organization_member (subject);
