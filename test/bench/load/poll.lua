-- For wrk: polls, in turn for each of the given paths.
-- Arguments: file with a path a line, API key.

local requests = {}
local count = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = 'GET ' .. path .. ' HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ' .. args[2] .. '\r\n\r\n'
  end
end

function request()
  count = count + 1
  return requests[count % #requests + 1]
end

done = dofile('summary.lua')
