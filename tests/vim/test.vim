" What a user of Vim with ALE sees on the example: a diagnostic, a value on hover, a definition.
let s:report = []
let s:failed = 0

function! s:check(what, isSo, detail) abort
  call add(s:report, (a:isSo ? 'ok   ' : 'FAIL ') . a:what . (a:isSo ? '' : ': ' . string(a:detail)))
  let s:failed += !a:isSo
endfunction

function! s:wait(condition) abort
  for _ in range(600)
    if eval(a:condition) | return 1 | endif
    sleep 50m
  endfor
  return 0
endfunction

function! s:open(path) abort
  execute 'edit!' fnameescape($WORKSPACE . '/' . a:path)
endfunction

" The window that ALE shows a hover in.
function! Preview() abort
  for window in range(1, winnr('$'))
    if getwinvar(window, '&previewwindow') | return join(getbufline(winbufnr(window), 1, '$'), "\n") | endif
  endfor
  return ''
endfunction

function! s:main() abort
  call s:open('modules/webserver/manifests/init.pp')
  call s:check('the type of file is known', &filetype ==# 'puppet', &filetype)
  call append('$', '$broken = = 1')
  call ale#Queue(0)
  call s:check('a mistake shows', s:wait("!empty(filter(getloclist(0), 'v:val.type ==# \"E\"'))"), getloclist(0))
  $delete
  call ale#Queue(0)
  call s:check('it goes when mended', s:wait('empty(getloclist(0))'), getloclist(0))

  " The workspace is read beside the first answers.
  for attempt in range(20)
    call cursor(search('\$port '), 20)
    ALEHover
    if s:wait_a_little('Preview() =~# "8080"') | break | endif
  endfor
  call s:check('hover shows the value and the data that gave it', Preview() =~# '8080\_.*from Hiera\_.*web01.example.com.yaml', Preview())
  pclose

  call s:open('manifests/site.pp')
  call search('role::web')
  ALEGoToDefinition
  call s:check('a class leads to its file', s:wait("expand('%:t') ==# 'web.pp'"), expand('%'))

endfunction

function! s:wait_a_little(condition) abort
  for _ in range(40)
    if eval(a:condition) | return 1 | endif
    sleep 50m
  endfor
  return 0
endfunction

try
  call s:main()
catch
  call s:check('the test itself', 0, v:exception . ' at ' . v:throwpoint)
endtry
call add(s:report, (len(s:report) - s:failed) . ' passed, ' . s:failed . ' failed')
call writefile(s:report, $REPORT)
if s:failed | cquit! | else | qall! | endif
