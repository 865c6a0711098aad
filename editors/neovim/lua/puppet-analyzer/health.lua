-- `:checkhealth puppet-analyzer`
local M = {}

function M.check()
  local health = vim.health or require("health")
  local start = health.start or health.report_start
  local ok = health.ok or health.report_ok
  local warn = health.warn or health.report_warn
  local err = health.error or health.report_error

  start("puppet-analyzer")
  local command = require("puppet-analyzer").config.cmd[1]
  if vim.fn.executable(command) == 1 then
    ok(command .. ": " .. vim.trim(vim.fn.system({ command, "--version" })))
  else
    err(command .. " is not on the PATH", { "cargo install --path server", "or set cmd in setup()" })
  end
  if vim.fn.has("nvim-0.7") == 1 then
    ok("Neovim is recent enough")
  else
    warn("Neovim 0.7 or later is needed")
  end
end

return M
