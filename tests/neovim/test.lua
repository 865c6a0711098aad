-- What a user of Neovim sees on the example: a diagnostic, a value on hover, the preview of a catalog, another context, what
-- edits change, the health check, a restart.
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

local function clients(buffer) return require("puppet-analyzer").clients(buffer) end

-- Methods of a client take it as their first argument since Neovim 0.11.
local function ask(client, method, params, buffer)
  if vim.fn.has("nvim-0.11") == 1 then return client:request_sync(method, params, 20000, buffer) end
  return client.request_sync(method, params, 20000, buffer)
end

-- A document that the server shows takes the window itself or a split, as the version has it.
local function leave_document()
  if #vim.api.nvim_list_wins() > 1 then vim.cmd("close") end
end

local function main()
  require("puppet-analyzer").setup({ cmd = { os.getenv("PUPPET_ANALYZER") } })

  local buffer = open("modules/webserver/manifests/init.pp")
  report("the server attaches", wait(function() return #clients(buffer) > 0 end), "no client")
  local client
  wait(function()
    for _, candidate in ipairs(clients(buffer)) do
      if candidate.initialized then client = candidate end
    end
    return client ~= nil
  end)
  report("the server answers initialize", client ~= nil, "not initialized")
  if not client then return end

  -- Values need the whole workspace, which is read beside the first answers.
  report("the workspace is read", wait(function()
    local contexts = ask(client, "puppet/contexts", { uri = vim.uri_from_bufnr(buffer) }, buffer)
    return contexts and contexts.result and #contexts.result.factSets > 0 and #contexts.result.nodes > 0
  end), "no facts")

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
  local answer = ask(client, "textDocument/hover", {
    textDocument = { uri = vim.uri_from_bufnr(buffer) },
    position = { line = line - 1, character = column },
  }, buffer)
  local text = answer and answer.result and vim.inspect(answer.result.contents) or "no answer"
  report("hover on a parameter shows its value", text:find("8080") ~= nil and text:find("Hiera") ~= nil, text)

  -- The code action on a node, and the document that its command opens.
  buffer = open("manifests/site.pp")
  vim.fn.search("^node 'web01")
  local parameters = vim.lsp.util.make_range_params(0, client.offset_encoding)
  parameters.context = { diagnostics = {} }
  local actions = ask(client, "textDocument/codeAction", parameters, buffer)
  local found = false
  for _, action in ipairs(actions and actions.result or {}) do
    found = found or action.title:find("Preview catalog") ~= nil
  end
  report("a node offers \"Preview catalog\"", found, vim.inspect(actions))
  -- As a user picks it from the menu: the server asks to show the document.
  vim.ui.select = function(items, _, choose)
    for _, item in ipairs(items) do
      local action = item.action or item[2] or item
      if action.title == "Preview catalog" then return choose(item, 1) end
    end
    choose(nil)
  end
  vim.lsp.buf.code_action()
  local function shows(words)
    return function()
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
      return vim.bo.filetype == "markdown" and text:find(words, 1, true) ~= nil
    end
  end
  report("the code action opens the catalog", wait(shows("# Catalog: node web01.example.com")), vim.api.nvim_buf_get_name(0))
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
  report("the catalog has what the data says", text:find("nginx-light", 1, true) ~= nil, text)
  report("a resource links to its line", text:find("init.pp#L", 1, true) ~= nil, text)
  leave_document()
  buffer = open("manifests/site.pp")
  vim.fn.search("^node 'web01")
  vim.cmd("PuppetPreviewCatalog")
  local function shown() return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") end
  report("the preview opens as a document", wait(function()
    return vim.bo.filetype == "markdown" and shown():find("shop") ~= nil
  end), table.concat(vim.api.nvim_buf_get_lines(0, 0, 20, false), "\n"))
  local windows = #vim.api.nvim_list_wins()

  -- Enter in the preview opens the source.
  vim.fn.search("### Webserver::Site\\[shop\\]")
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("<CR>", true, false, true), "x", false)
  report("Enter opens a resource's source", vim.fn.expand("%:t") == "web.pp" and vim.fn.getline("."):find("'shop'") ~= nil,
    vim.fn.expand("%") .. ":" .. vim.fn.line("."))

  -- What edits change, in the same window.
  buffer = open("manifests/site.pp")
  vim.fn.search("^node 'web01")
  vim.api.nvim_buf_set_lines(buffer, vim.fn.line("."), vim.fn.line("."), false, { "  notify { 'new': }" })
  vim.cmd("PuppetCatalogDiff")
  report("the diff names what comes", wait(function() return shown():find("+ Notify[new]", 1, true) ~= nil end), shown())
  report("it takes the preview's window", #vim.api.nvim_list_wins() == windows, #vim.api.nvim_list_wins())
  vim.cmd("quit")
  vim.cmd("edit!")

  -- The choice of a context, as a user makes it.
  buffer = open("modules/webserver/manifests/init.pp")
  local labels = {}
  vim.ui.select = function(choices, options, done)
    for _, choice in ipairs(choices) do
      table.insert(labels, options.format_item(choice))
      if labels[#labels] == "node web02.example.com" then done(choice) end
    end
  end
  vim.cmd("PuppetSelectContext")
  report("contexts are offered, the current one marked", wait(function()
    return vim.tbl_contains(labels, "node web01.example.com (shown now)") and vim.tbl_contains(labels, "facts debian-11")
  end), vim.inspect(labels))
  report("values follow the chosen node", wait(function()
    local hover = ask(client, "textDocument/hover", {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line - 1, character = column },
    }, buffer)
    return vim.inspect(hover and hover.result):find("node web02.example.com", 1, true) ~= nil
  end), "the hover names another node")

  vim.cmd("checkhealth puppet-analyzer")
  report("the health check names the server and its version", shown():find("puppet%-analyzer %d+%.%d+%.%d+") ~= nil, shown())
  report("and where it runs", shown():find("running for", 1, true) ~= nil, shown())
  vim.cmd("bwipeout!")

  vim.cmd("PuppetAnalyzerRestart")
  report("a restart starts another server", wait(function()
    local now = require("puppet-analyzer").clients(buffer)[1]
    return now ~= nil and now.id ~= client.id and now.initialized
  end), "the old one")

  require("puppet-analyzer").config.cmd = { "/no/such/server" }
  vim.cmd("checkhealth puppet-analyzer")
  report("a missing server is said, with what to do", shown():find("cargo install", 1, true) ~= nil, shown())
end

local ok, problem = pcall(main)
if not ok then report("the test itself", false, problem) end
io.stdout:write(string.format("%d passed, %d failed\n", passed, failed))
if failed > 0 then vim.cmd("cquit 1") else vim.cmd("quitall!") end
