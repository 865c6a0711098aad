-- Starts puppet-analyzer for Puppet buffers and shows what it answers. Works with Neovim 0.7 and later.
local M = {}

local defaults = {
  cmd = { "puppet-analyzer" },
  filetypes = { "puppet", "epuppet" },
  -- The first of these above a file is the root of its workspace.
  root_files = { "environment.conf", "Puppetfile", "metadata.json", ".puppet-analyzer.toml", ".git" },
  settings = {},
  on_attach = nil,
  -- False where nvim-lspconfig or `vim.lsp.config` starts the server.
  autostart = true,
}

M.config = vim.deepcopy(defaults)
local clients = {} -- client ids by root folder
local preview_window -- the window of the last preview

local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ":p:h")
  -- A control repository beats the module in it.
  for _, name in ipairs(M.config.root_files) do
    local hit = vim.fn.findfile(name, folder .. ";")
    if hit == "" then hit = vim.fn.finddir(name, folder .. ";") end
    if hit ~= "" then return (vim.fn.fnamemodify(hit, ":p"):gsub("/$", ""):gsub("/[^/]*$", "")) end
  end
  return folder
end

--- Opens a document that the server asks to show. Neovim has this of its own since 0.9.
local function show_document(_, result)
  vim.cmd("belowright split " .. vim.fn.fnameescape(vim.uri_to_fname(result.uri)))
  vim.cmd("filetype detect")
  return { success = true }
end

local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  all.window = vim.tbl_deep_extend("force", all.window or {}, { showDocument = { support = true } })
  return all
end

local function start(root, buffer)
  local options = {
    name = "puppet-analyzer",
    cmd = M.config.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    settings = { ["puppet-analyzer"] = M.config.settings },
    capabilities = capabilities(),
    handlers = { ["window/showDocument"] = vim.lsp.handlers["window/showDocument"] or show_document },
    on_attach = M.config.on_attach,
    on_exit = function() clients[root] = nil end,
  }
  -- `vim.lsp.start` is how Neovim 0.8 and later start a server.
  if vim.lsp.start then return vim.lsp.start(options, { bufnr = buffer }) end
  return vim.lsp.start_client(options)
end

--- Attaches the server to a buffer, starting it for its workspace where needed.
function M.attach(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == "" or vim.bo[buffer].buftype ~= "" then return end
  if vim.fn.executable(M.config.cmd[1]) ~= 1 then
    vim.notify_once(M.config.cmd[1] .. " was not found: see :checkhealth puppet-analyzer", vim.log.levels.ERROR)
    return
  end
  local root = root_of(path)
  clients[root] = clients[root] or start(root, buffer)
  if clients[root] then vim.lsp.buf_attach_client(buffer, clients[root]) end
end

local function is_puppet(buffer)
  return vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(M.config.filetypes, vim.bo[buffer].filetype)
end

function M.setup(options)
  M.config = vim.tbl_deep_extend("force", defaults, options or {})
  local group = vim.api.nvim_create_augroup("puppet-analyzer", { clear = true })
  if not M.config.autostart then return end
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = M.config.filetypes,
    callback = function(event) M.attach(event.buf) end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if is_puppet(buffer) then M.attach(buffer) end
  end
end

--- The clients of a buffer, in every version of Neovim, however they were started.
function M.clients(buffer)
  local all = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = buffer }) or vim.lsp.buf_get_clients(buffer)
  local found = {}
  for _, client in pairs(all) do
    if client.name == "puppet-analyzer" or client.name == "puppet_analyzer" then table.insert(found, client) end
  end
  return found
end

local function client_of(buffer)
  local client = M.clients(buffer)[1]
  if not client then vim.notify("puppet-analyzer is not running for this buffer", vim.log.levels.WARN) end
  return client
end

local function request(client, method, params, handler)
  -- By its number: Neovim 0.7 does not send pending edits of the buffer 0 first.
  local buffer = vim.api.nvim_get_current_buf()
  -- Methods of a client take it as their first argument since Neovim 0.11.
  if vim.fn.has("nvim-0.11") == 1 then return client:request(method, params, handler, buffer) end
  return client.request(method, params, handler, buffer)
end

local function here(client)
  local position = vim.lsp.util.make_position_params(0, client.offset_encoding)
  return { uri = position.textDocument.uri, position = position.position }
end

local function execute(client, command, argument, done)
  request(client, "workspace/executeCommand", { command = command, arguments = { argument } }, function(problem, result)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif done then
      done(result)
    end
  end)
end

--- Opens the source of the resource that the cursor is in: the last link at or above it.
function M.open_source()
  for line = vim.fn.line("."), 1, -1 do
    local path, number = vim.fn.getline(line):match("%(<file://([^#>]+)#L(%d+)>%)")
    if path then
      vim.cmd("wincmd p")
      vim.cmd("edit +" .. number .. " " .. vim.fn.fnameescape(vim.uri_to_fname("file://" .. path)))
      return
    end
  end
  vim.notify("No source is named above", vim.log.levels.WARN)
end

--- Shows text as a read-only Markdown buffer: in the window of the last preview where that is open, else in a split. Enter opens
--- the source of a resource, q closes.
function M.show(title, text)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n"))
  vim.api.nvim_buf_set_name(buffer, title .. " #" .. buffer)
  vim.bo[buffer].filetype = "markdown"
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].bufhidden = "wipe"
  vim.keymap.set("n", "<CR>", M.open_source, { buffer = buffer, desc = "Open the resource's source" })
  vim.keymap.set("n", "q", "<cmd>close<CR>", { buffer = buffer, desc = "Close the preview" })
  if preview_window and vim.api.nvim_win_is_valid(preview_window) then
    vim.api.nvim_set_current_win(preview_window)
  else
    vim.cmd("belowright split")
    preview_window = vim.api.nvim_get_current_win()
  end
  vim.api.nvim_win_set_buf(preview_window, buffer)
  return buffer
end

local function show_answer(command, title)
  local client = client_of(0)
  if not client then return end
  execute(client, command, here(client), function(result)
    if result and result.markdown then
      M.show(title, result.markdown)
    else
      vim.notify("There is nothing to preview here", vim.log.levels.INFO)
    end
  end)
end

function M.preview_catalog() show_answer("puppet-analyzer.previewCatalog", "Catalog") end

function M.catalog_diff() show_answer("puppet-analyzer.catalogDiff", "Catalog diff") end

--- Asks which node and facts values are shown for.
function M.select_context()
  local client = client_of(0)
  if not client then return end
  request(client, "puppet/contexts", { uri = vim.uri_from_bufnr(0) }, function(problem, result)
    if problem then return vim.notify(problem.message, vim.log.levels.ERROR) end
    local choices = {}
    local add = function(kind, names, current)
      for _, name in ipairs(names or {}) do
        table.insert(choices, { label = kind .. " " .. name .. (name == current and " (shown now)" or ""), argument = { [kind] = name } })
      end
    end
    add("node", result.nodes, result.current and result.current.node)
    add("facts", result.factSets, result.current and result.current.facts)
    vim.ui.select(choices, { prompt = "Show values for", format_item = function(choice) return choice.label end }, function(choice)
      if choice then execute(client, "puppet-analyzer.selectContext", choice.argument) end
    end)
  end)
end

local function stop(client)
  -- Methods of a client take it as their first argument since Neovim 0.11.
  if vim.fn.has("nvim-0.11") == 1 then return client:stop(true) end
  client.stop(true)
end

--- Starts the servers again that others started: `vim.lsp.enable`, or nvim-lspconfig.
local function restart_others(names)
  for name in pairs(names) do
    if vim.lsp.enable and vim.lsp.config[name] then
      vim.lsp.enable(name, false)
      vim.defer_fn(function() vim.lsp.enable(name) end, 500)
    elseif vim.fn.exists(":LspRestart") == 2 then
      vim.cmd("LspRestart " .. name)
    else
      vim.notify("what started " .. name .. " must restart it", vim.log.levels.WARN)
    end
  end
end

function M.restart()
  local others = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    for _, client in ipairs(M.clients(buffer)) do
      if not vim.tbl_contains(vim.tbl_values(clients), client.id) then others[client.name] = true end
    end
  end
  for root, id in pairs(clients) do
    local client = vim.lsp.get_client_by_id(id)
    if client then stop(client) end
    clients[root] = nil
  end
  restart_others(others)
  -- The old process must be gone from the buffers before a new one is attached.
  vim.defer_fn(function() M.setup(M.config) end, 500)
end

return M
