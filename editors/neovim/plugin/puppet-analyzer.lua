-- The commands; the server starts with the first Puppet buffer after `require("puppet-analyzer").setup()`.
if vim.g.loaded_puppet_analyzer then return end
vim.g.loaded_puppet_analyzer = true

local function call(name)
  return function() require("puppet-analyzer")[name]() end
end

vim.api.nvim_create_user_command("PuppetPreviewCatalog", call("preview_catalog"), { desc = "Catalog of what is under the cursor" })
vim.api.nvim_create_user_command("PuppetCatalogDiff", call("catalog_diff"), { desc = "What the edits change in the catalog" })
vim.api.nvim_create_user_command("PuppetSelectContext", call("select_context"), { desc = "The node and facts that values are shown for" })
vim.api.nvim_create_user_command("PuppetAnalyzerRestart", call("restart"), { desc = "Restart puppet-analyzer" })
