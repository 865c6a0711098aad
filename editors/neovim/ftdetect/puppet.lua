-- Manifests and EPP templates, where Neovim does not know them itself.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.pp",
  callback = function() vim.bo.filetype = "puppet" end,
})
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.epp",
  callback = function() vim.bo.filetype = "epuppet" end,
})
