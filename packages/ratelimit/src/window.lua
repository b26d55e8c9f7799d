-- Counts requests of one moment in the current fixed window, by the server's own clock, so that every gateway agrees on
-- which window it is. Windows are aligned to the Unix epoch.
--
-- Arguments
--   KEYS[i]  "rl:<key lineage>:" of the i-th request; several requests of one lineage repeat it
--   ARGV[1]  limit: requests a lineage and window
--   ARGV[2]  length of a window in milliseconds
--
-- Returns an array of integers
--   [1]      milliseconds until the window turns
--   [i + 1]  requests left to the i-th request's lineage after it, or -1 when it is refused
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

local used = {}
local granted = {}
local answer = { reset_ms }
for i, prefix in ipairs(KEYS) do
  local count = used[prefix] or tonumber(redis.call('GET', prefix .. suffix) or '0')
  if count < limit then
    count = count + 1
    granted[prefix] = true
    answer[i + 1] = limit - count
  else
    answer[i + 1] = -1
  end
  used[prefix] = count
end

for prefix in pairs(granted) do
  redis.call('SET', prefix .. suffix, used[prefix], 'PX', reset_ms + 1000)
end
return answer
