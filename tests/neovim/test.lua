-- What a user of Neovim sees on the example: a diagnostic, a value on hover, the preview of a catalog.
local workspace = os.getenv("WORKSPACE")
local passed, failed = 0, 0

local function report(name, ok, detail)
  if ok then passed = passed + 1 else failed = failed + 1 end
  io.stdout:write((ok and "ok   " or "FAIL ") .. name .. (ok and "" or ": " .. tostring(detail)) .. "\n")
end

local function wait(condition)
  return vim.wait(20000, condition, 20)
end

local function open(path)
  vim.cmd("edit " .. workspace .. "/" .. path)
  vim.cmd("filetype detect")
  return vim.api.nvim_get_current_buf()
end

local function main()
  require("puppet-analyzer").setup({ cmd = { os.getenv("PUPPET_ANALYZER") } })

  local buffer = open("modules/webserver/manifests/init.pp")
  report("the server attaches", wait(function() return next(vim.lsp.buf_get_clients(buffer)) ~= nil end), "no client")
  local client
  wait(function()
    for _, candidate in pairs(vim.lsp.buf_get_clients(buffer)) do
      if candidate.initialized then client = candidate end
    end
    return client ~= nil
  end)
  report("the server answers initialize", client ~= nil, "not initialized")
  if not client then return end

  -- Break the file: a problem shows. Mend it: the problem goes.
  vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "$broken = = 1" })
  report("a mistake shows while typing", wait(function() return #vim.diagnostic.get(buffer) > 0 end), "no diagnostic")
  vim.api.nvim_buf_set_lines(buffer, -2, -1, false, {})
  report("it goes when mended", wait(function()
    return #vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR }) == 0
  end), vim.inspect(vim.diagnostic.get(buffer)))

  -- Hover on a parameter shows the value that it has for the node of the context.
  local line = vim.fn.search("\\$port ")
  local column = vim.fn.match(vim.fn.getline(line), "port ")
  local answer = client.request_sync("textDocument/hover", {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line - 1, character = column },
  }, 20000, buffer)
  local text = answer and answer.result and vim.inspect(answer.result.contents) or "no answer"
  report("hover on a parameter shows its value", text:find("80") ~= nil, text)

  -- The code action on a node, and the document that its command opens.
  buffer = open("manifests/site.pp")
  vim.fn.search("^node 'web01")
  local parameters = vim.lsp.util.make_range_params()
  parameters.context = { diagnostics = {} }
  local actions = client.request_sync("textDocument/codeAction", parameters, 20000, buffer)
  local found = false
  for _, action in ipairs(actions and actions.result or {}) do
    found = found or action.title:find("Preview catalog") ~= nil
  end
  report("a node offers \"Preview catalog\"", found, vim.inspect(actions))
  vim.cmd("PuppetPreviewCatalog")
  report("the preview opens as a document", wait(function()
    return vim.bo.filetype == "markdown" and table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find("shop") ~= nil
  end), table.concat(vim.api.nvim_buf_get_lines(0, 0, 20, false), "\n"))
end

local ok, problem = pcall(main)
if not ok then report("the test itself", false, problem) end
io.stdout:write(string.format("%d passed, %d failed\n", passed, failed))
if failed > 0 then vim.cmd("cquit 1") else vim.cmd("quitall!") end
