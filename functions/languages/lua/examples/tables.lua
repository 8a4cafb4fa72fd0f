--- Module docs.
local M = {}
local json = require("json.core")
local helper <const> = require 'app.helper'

--- Adds two.
function M.add(a, b, ...)
  local x, y = 1, 2
  if a > b and b then return helper.run(a) elseif a then goto done else end
  for i = 1, 10 do print(i) end
  for k, v in pairs(b) do M.show(k) end
  while a do a = nil end
  repeat local z = 1 until z or y
  ::done::
  return x + y
end
function M:show(s) self.name = s; self:add(s).foo[1] = 2 end
function M.sub.deep() end
local function loc() return function(q) return q end end
M.arrow = function(n) return n end
local fn = function() end
local t = { run = function(x) return x end, ["k"] = 1, name = "x", loc(), 4 }
Base.__index = Base
setmetatable(M, { __index = Base })
loc "str" 
loc { a = 1 }
a.b["c"].d(1):e()
return M
