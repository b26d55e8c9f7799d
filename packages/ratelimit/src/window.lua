-- Counts requests of one moment in the current fixed window, by the server's own clock, so that every gateway agrees on
-- which window it is. Windows are aligned to the Unix epoch.
--
-- Arguments
--   KEYS[i]      "rl:<key lineage>:", each lineage once
--   ARGV[1]      limit: requests a lineage and window
--   ARGV[2]      length of a window in milliseconds
--   ARGV[i + 2]  requests of the i-th lineage at this moment
--
-- Returns an array of integers
--   [1]      milliseconds until the window turns
--   [i + 1]  requests of the i-th lineage that were allowed in this window before these; so many of these as fit into the limit
--            are allowed now, the others refused
--
-- Writes "rl:<key lineage>:<window number>" = requests allowed so far, which expires a second after its window. A refused
-- request writes nothing. The keys' names depend on the time, so they cannot be declared: one Redis, not a Redis Cluster.

local limit = tonumber(ARGV[1])
local window_ms = tonumber(ARGV[2])
local time = redis.call('TIME')
local now_ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local window = math.floor(now_ms / window_ms)
local reset_ms = (window + 1) * window_ms - now_ms
local suffix = string.format('%.0f', window)

local answer = { reset_ms }
for i, prefix in ipairs(KEYS) do
  local used = tonumber(redis.call('GET', prefix .. suffix) or '0')
  local granted = math.min(tonumber(ARGV[i + 2]), limit - used)
  if granted > 0 then
    redis.call('SET', prefix .. suffix, string.format('%.0f', used + granted), 'PX', reset_ms + 1000)
  end
  answer[i + 1] = used
end
return answer
