-- wrk's part of load.ts. Arguments: a file (method, body, then a path a line) and a word that no other run has.
local method, body, paths, series
local count = 0
local ready = {}

function init(args)
  local lines = io.lines(args[1])
  method, body, paths, series = lines(), lines(), {}, args[2]
  for path in lines do paths[#paths + 1] = path end
  if body == '' then
    for index, path in ipairs(paths) do ready[index] = wrk.format(method, path) end
  end
end

function request()
  count = count + 1
  local index = (count - 1) % #paths + 1
  if ready[index] then return ready[index] end
  local text = body:gsub('{n}', series .. '-' .. count)
  return wrk.format(method, paths[index], nil, text)
end

function done(summary, latency)
  local e = summary.errors
  local failed = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format('result %d %d %d %d\n', summary.requests, summary.duration, failed, latency:percentile(50)))
end
