-- `:checkhealth puppet-analyzer`
local M = {}

function M.check()
  local health = vim.health or require("health")
  local start = health.start or health.report_start
  local ok = health.ok or health.report_ok
  local info = health.info or health.report_info
  local warn = health.warn or health.report_warn
  local err = health.error or health.report_error
  local plugin = require("puppet-analyzer")

  start("puppet-analyzer")
  if vim.fn.has("nvim-0.7") == 1 then
    ok("Neovim is recent enough")
  else
    err("Neovim 0.7 or later is needed")
  end
  local command = plugin.config.cmd[1]
  if vim.fn.executable(command) == 1 then
    local version = vim.trim(vim.fn.system({ command, "--version" }))
    if vim.v.shell_error == 0 then
      ok(vim.fn.exepath(command) .. ": " .. version)
    else
      err(command .. " does not run: " .. version)
    end
  else
    err(command .. " is not on the PATH", { "cargo install --path server in the repository", "or set cmd in setup()" })
  end
  local buffers = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if #plugin.clients(buffer) > 0 then table.insert(buffers, vim.fn.fnamemodify(vim.api.nvim_buf_get_name(buffer), ":.")) end
  end
  if #buffers > 0 then
    ok("running for " .. table.concat(buffers, ", "))
  else
    info("not running: open a .pp or .epp file after require(\"puppet-analyzer\").setup()")
  end
  local has_autocommand = not vim.tbl_isempty(vim.api.nvim_get_autocmds({ event = "FileType", pattern = "puppet" }))
  -- Others start it without an autocommand for this type of file alone.
  if #buffers == 0 and not has_autocommand then
    warn("nothing starts the server for Puppet buffers", { "call require(\"puppet-analyzer\").setup()" })
  end
end

return M
