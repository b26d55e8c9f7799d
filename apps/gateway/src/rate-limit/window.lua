-- Counts requests of one moment in the current fixed window, by the server's own clock, so that every gateway agrees on
-- which window it is. Windows are aligned to the Unix epoch. A request counts for its key's lineage, its project and its organization,
-- or for none of them.
--
-- Arguments
--   KEYS[3i-2]   "rl:<key lineage>:", each lineage once
--   KEYS[3i-1]   "rp:<project>:" of that lineage
--   KEYS[3i]     "ro:<organization>:" of that project
--   ARGV[1]      requests a lineage and window
--   ARGV[2]      requests a project and window
--   ARGV[3]      requests an organization and window
--   ARGV[4]      length of a window in milliseconds
--   ARGV[i + 4]  requests of the i-th lineage at this moment
--
-- Returns an array of integers
--   [1]          milliseconds until the window turns
--   [3i-1..3i+1] requests of the i-th lineage, of its project and of its organization that were allowed in this window before these;
--                so many of these as fit into all three limits are allowed now, the others refused
--
-- Writes "<prefix><window number>" = requests allowed so far, which expires a second after its window. A refused request
-- writes nothing. The keys' names depend on the time, so they cannot be declared: one Redis, not a Redis Cluster.

local limit = tonumber(ARGV[1])
local project_limit = tonumber(ARGV[2])
local organization_limit = tonumber(ARGV[3])
local window_ms = tonumber(ARGV[4])
local time = redis.call('TIME')
local now_ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local window = math.floor(now_ms / window_ms)
local reset_ms = (window + 1) * window_ms - now_ms
local suffix = string.format('%.0f', window)

local function used(prefix)
  return tonumber(redis.call('GET', prefix .. suffix) or '0')
end

local function write(prefix, count)
  redis.call('SET', prefix .. suffix, string.format('%.0f', count), 'PX', reset_ms + 1000)
end

local answer = { reset_ms }
for i = 1, #KEYS / 3 do
  local lineage, project, organization = KEYS[3 * i - 2], KEYS[3 * i - 1], KEYS[3 * i]
  local of_lineage, of_project, of_organization = used(lineage), used(project), used(organization)
  local granted = math.min(
    tonumber(ARGV[i + 4]),
    limit - of_lineage,
    project_limit - of_project,
    organization_limit - of_organization
  )
  if granted > 0 then
    write(lineage, of_lineage + granted)
    write(project, of_project + granted)
    write(organization, of_organization + granted)
  end
  answer[3 * i - 1] = of_lineage
  answer[3 * i] = of_project
  answer[3 * i + 1] = of_organization
end
return answer
