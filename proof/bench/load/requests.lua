-- wrk's part of load.ts. Arguments: a file (method, body, then one path per line), the first value of `{n}`, the index of the first path.
local method, body, paths, number, first
local count = 0
local ready = {}

function init(args)
  local lines = io.lines(args[1])
  method, body, paths = lines(), lines(), {}
  number, first = tonumber(args[2]), tonumber(args[3])
  for path in lines do paths[#paths + 1] = path end
  if body ~= '' then return end
  for index, path in ipairs(paths) do
    if not path:find('{n}', 1, true) then ready[index] = wrk.format(method, path) end
  end
end

function request()
  local index = (first + count) % #paths + 1
  count = count + 1
  if ready[index] then return ready[index] end
  local own = string.format('%d', number + count)
  local path = paths[index]:gsub('{n}', own)
  if body == '' then return wrk.format(method, path) end
  local text = body:gsub('{n}', own)
  return wrk.format(method, path, nil, text)
end

function done(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format('result %d %d %d %d %d %d %d\n', summary.requests, summary.duration, failed,
    latency:percentile(50), latency:percentile(90), latency:percentile(99), latency:percentile(99.9)))
end
