-- One script for every load. LOAD_LINES: a file whose lines are taken in turn, as path tails (GET) or bodies (POST).
-- Prints one line of JSON at the end.
local method, path = os.getenv("LOAD_METHOD"), os.getenv("LOAD_PATH")
local lines, at, headers = {}, 0, {}

for name, value in string.gmatch(os.getenv("LOAD_HEADERS") or "", "([^:|]+): ([^|]+)") do headers[name] = value end

function init()
  local file = os.getenv("LOAD_LINES")
  if file and file ~= "" then
    for line in io.lines(file) do lines[#lines + 1] = line end
  end
end

function request()
  if #lines == 0 then return wrk.format(method, path, headers) end
  at = at % #lines + 1
  if method == "GET" then return wrk.format("GET", path .. lines[at], headers) end
  return wrk.format(method, path, headers, lines[at])
end

function done(summary, latency)
  local broken = summary.errors
  io.write(string.format('RESULT {"requests":%d,"perSecond":%.1f,"p50Ms":%.3f,"p99Ms":%.3f,"failed":%d}\n',
    summary.requests, summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, broken.status + broken.connect + broken.read + broken.write + broken.timeout))
end
