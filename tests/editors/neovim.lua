-- Neovim attaches to the language server, shows a diagnostic and a completion, and renames a bone.
--
-- The folder has the settings and the document; rigy is on the PATH.
--
--     RIGY_TEST_FOLDER=… nvim --headless -u NONE -c "luafile neovim.lua"
local folder = os.getenv('RIGY_TEST_FOLDER')

local function fail(message)
  io.stdout:write('FAILED: ' .. message .. '\n')
  vim.cmd('cquit 1')
end
local function wait_for(what, condition)
  if not vim.wait(20000, condition, 50) then fail('waited in vain for ' .. what) end
end

dofile(folder .. (vim.fn.has('nvim-0.8') == 1 and '/new.lua' or '/old.lua'))
vim.cmd('edit ' .. folder .. '/arm.rigy.yaml')
local buffer = vim.api.nvim_get_current_buf()
wait_for('the server', function() return next(vim.lsp.buf_get_clients(buffer)) ~= nil end)
local client = next(vim.lsp.buf_get_clients(buffer))

-- A diagnostic.
wait_for('a diagnostic', function() return #vim.diagnostic.get(buffer) > 0 end)
local found = vim.diagnostic.get(buffer)[1]
if not found.message:find("did you mean 'hand'", 1, true) then fail('diagnostic: ' .. found.message) end
local line = vim.api.nvim_buf_get_lines(buffer, found.lnum, found.lnum + 1, false)[1]
if line:sub(found.col + 1, found.end_col) ~= 'hnd' then fail('its place: ' .. line) end

-- A completion.
local function request(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  local answer = answers and answers[client]
  if not answer or not answer.result then fail(method .. ': ' .. vim.inspect(answer)) end
  return answer.result
end
vim.api.nvim_win_set_cursor(0, { found.lnum + 1, found.col })
local labels = {}
for _, item in ipairs(request('textDocument/completion', vim.lsp.util.make_position_params(0, 'utf-16')).items) do
  table.insert(labels, item.label)
end
if table.concat(labels, ' ') ~= 'root hand' then fail('completion: ' .. table.concat(labels, ' ')) end

-- A rename, through all places.
vim.fn.search('id: hand')
vim.cmd('normal! 4l')
local params = vim.lsp.util.make_position_params(0, 'utf-16')
params.newName = 'palm'
vim.lsp.util.apply_workspace_edit(request('textDocument/rename', params), 'utf-16')
local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
local _, palms = text:gsub('palm', '')
if palms ~= 2 or text:find('hand', 1, true) then fail('rename: ' .. text) end

io.stdout:write('a diagnostic, a completion and a rename in Neovim\n')
vim.cmd('qall!')
