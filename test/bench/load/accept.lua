-- For wrk: paid requests, each under an idempotency key of its own, in turn for each of the given API keys.
-- Arguments: file with the body, file with an API key a line, first part of the idempotency keys, path.
-- Requests are put together from ready parts, so that the generator costs a few microseconds each.

local heads = {}
local tail
local count = 0

function init(args)
  local body = io.open(args[1]):read('*a')
  tail = '\r\n\r\n' .. body
  for key in io.lines(args[2]) do
    heads[#heads + 1] = 'POST ' .. args[4] .. ' HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ' .. key
      .. '\r\nContent-Type: application/json\r\nContent-Length: ' .. #body .. '\r\nIdempotency-Key: ' .. args[3]
  end
end

function request()
  count = count + 1
  return heads[count % #heads + 1] .. count .. tail
end

done = dofile('summary.lua')
