-- Starts puppet-analyzer for Puppet buffers and shows what it answers. Works with Neovim 0.7 and later.
local M = {}

local defaults = {
  cmd = { "puppet-analyzer" },
  filetypes = { "puppet", "epuppet" },
  -- The first of these above a file is the root of its workspace.
  root_files = { "environment.conf", "Puppetfile", "metadata.json", ".puppet-analyzer.toml", ".git" },
  settings = {},
  on_attach = nil,
}

M.config = vim.deepcopy(defaults)
local clients = {} -- client ids by root folder

local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  local found = folder
  -- A control repository beats the module in it.
  for _, name in ipairs(M.config.root_files) do
    local hit = vim.fn.findfile(name, folder .. ";")
    if hit == "" then hit = vim.fn.finddir(name, folder .. ";") end
    if hit ~= "" then
      found = vim.fn.fnamemodify(hit, ":p"):gsub("/$", ""):gsub("/[^/]*$", "")
      break
    end
  end
  return found
end

local function start(root)
  return vim.lsp.start_client({
    name = "puppet-analyzer",
    cmd = M.config.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    settings = { ["puppet-analyzer"] = M.config.settings },
    capabilities = vim.lsp.protocol.make_client_capabilities(),
    on_attach = M.config.on_attach,
    on_exit = function() clients[root] = nil end,
  })
end

--- Attaches the server to a buffer, starting it for its workspace where needed.
function M.attach(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == "" or vim.bo[buffer].buftype ~= "" then return end
  local root = root_of(path)
  clients[root] = clients[root] or start(root)
  if clients[root] then vim.lsp.buf_attach_client(buffer, clients[root]) end
end

function M.setup(options)
  M.config = vim.tbl_deep_extend("force", defaults, options or {})
  local group = vim.api.nvim_create_augroup("puppet-analyzer", { clear = true })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = M.config.filetypes,
    callback = function(event) M.attach(event.buf) end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(M.config.filetypes, vim.bo[buffer].filetype) then
      M.attach(buffer)
    end
  end
end

local function client_of(buffer)
  for _, client in pairs(vim.lsp.buf_get_clients(buffer)) do
    if client.name == "puppet-analyzer" then return client end
  end
  vim.notify("puppet-analyzer is not running for this buffer", vim.log.levels.WARN)
end

local function arguments(client)
  local position = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = position.textDocument.uri, position = position.position }
end

--- Opens lines as a read-only Markdown buffer in a split.
function M.show(title, text)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n"))
  vim.api.nvim_buf_set_name(buffer, title .. " #" .. buffer)
  vim.bo[buffer].filetype = "markdown"
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = "wipe"
  vim.cmd("belowright split")
  vim.api.nvim_win_set_buf(0, buffer)
  return buffer
end

local function execute(command, title)
  local client = client_of(0)
  if not client then return end
  client.request("workspace/executeCommand", { command = command, arguments = { arguments(client) } }, function(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif result and result.markdown then
      M.show(title, result.markdown)
    end
  end, 0)
end

function M.preview_catalog() execute("puppet-analyzer.previewCatalog", "Catalog") end

function M.catalog_diff() execute("puppet-analyzer.catalogDiff", "Catalog diff") end

--- Asks which node and facts values are shown for.
function M.select_context()
  local client = client_of(0)
  if not client then return end
  client.request("puppet/contexts", arguments(client), function(problem, result)
    if problem then return vim.notify(problem.message, vim.log.levels.ERROR) end
    local choices = {}
    for _, node in ipairs(result.nodes or {}) do
      table.insert(choices, { label = "node " .. (node.name or node), argument = { node = node.name or node } })
    end
    for _, facts in ipairs(result.factSets or {}) do
      table.insert(choices, { label = "facts " .. (facts.name or facts), argument = { facts = facts.name or facts } })
    end
    vim.ui.select(choices, { prompt = "Show values for", format_item = function(choice) return choice.label end }, function(choice)
      if not choice then return end
      client.request("workspace/executeCommand", {
        command = "puppet-analyzer.selectContext",
        arguments = { choice.argument },
      }, function(failure) if failure then vim.notify(failure.message, vim.log.levels.ERROR) end end, 0)
    end)
  end, 0)
end

function M.restart()
  for root, id in pairs(clients) do
    local client = vim.lsp.get_client_by_id(id)
    if client then client.stop(true) end
    clients[root] = nil
  end
  vim.defer_fn(function() M.setup(M.config) end, 500)
end

return M
