-- For wrk: polls, in turn for each of the given paths.
-- Arguments: file with a path a line, API key, and optionally a tag: a response that has it is 304.

local requests = {}
local count = 0

function init(args)
  local tag = args[3] and 'If-None-Match: ' .. args[3] .. '\r\n' or ''
  for path in io.lines(args[1]) do
    requests[#requests + 1] = 'GET ' .. path .. ' HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ' .. args[2] .. '\r\n' .. tag .. '\r\n'
  end
end

function request()
  count = count + 1
  return requests[count % #requests + 1]
end

done = dofile('summary.lua')
