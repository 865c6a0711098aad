;;; What a user of Emacs sees on the example: diagnostics, values in eldoc's hover, the preview, another context.  -*- lexical-binding: t -*-

(require 'package)
(package-initialize)
(require 'ert)
(require 'flymake)
(add-to-list 'load-path (expand-file-name "editors/emacs"))
(require 'puppet-analyzer)

(setq puppet-analyzer-command (list (getenv "PUPPET_ANALYZER"))
      eglot-sync-connect 60
      eglot-connect-timeout 60)

(defun test-wait (what condition)
  "Wait until CONDITION answers; WHAT is for the message where it never does."
  (let ((end (+ (float-time) 60)) answer)
    (while (not (setq answer (funcall condition)))
      (when (> (float-time) end) (ert-fail (list "gave up" what)))
      (accept-process-output nil 0.05))
    answer))

(defun test-open (path)
  "Open PATH of the example, with the server running for it."
  (find-file (expand-file-name path (getenv "WORKSPACE")))
  (unless (eglot-current-server)
    (let ((inhibit-message t)) (apply #'eglot--connect (eglot--guess-contact))))
  (test-wait "the server manages the buffer" (lambda () (and (eglot-current-server) eglot--managed-mode))))

(defun test-hover ()
  "The text of the hover at point."
  (let* ((place (list :textDocument (list :uri (puppet-analyzer--uri)) :position (plist-get (puppet-analyzer--here) :position)))
         (hover (jsonrpc-request (eglot-current-server) :textDocument/hover place :timeout 60)))
    (or (plist-get (plist-get hover :contents) :value) "")))

(defun test-to (text)
  "Go to where TEXT begins."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(ert-deftest diagnostics ()
  (test-open "modules/webserver/manifests/init.pp")
  (should (derived-mode-p 'puppet-mode))
  (goto-char (point-max))
  (insert "$broken = = 1\n")
  (run-hooks 'post-command-hook)
  (eglot--signal-textDocument/didChange)
  (test-wait "a diagnostic" (lambda () (flymake-start) (flymake-diagnostics)))
  (set-buffer-modified-p nil)
  (let ((inhibit-message t)) (revert-buffer t t t))
  (eglot--signal-textDocument/didChange)
  (test-wait "no error" (lambda () (flymake-start) (null (flymake-diagnostics)))))

(ert-deftest hover-shows-a-value ()
  (test-open "modules/webserver/manifests/init.pp")
  (test-to "port       =")
  (test-wait "the value from Hiera" (lambda () (string-match-p "8080" (test-hover)))))

(ert-deftest preview ()
  (test-open "manifests/site.pp")
  (test-to "node 'web01")
  (puppet-analyzer-preview-catalog)
  (with-current-buffer "*puppet catalog*"
    (should (derived-mode-p 'puppet-analyzer-catalog-mode))
    (test-to "### Webserver::Site[shop]")
    (puppet-analyzer-open-source))
  (with-current-buffer (window-buffer (selected-window))
    (should (string-suffix-p "profile/manifests/web.pp" buffer-file-name))
    (should (string-match-p "webserver::site { 'shop'" (buffer-substring (line-beginning-position) (line-end-position))))))

(ert-deftest the-code-action-shows-the-preview ()
  (test-open "manifests/site.pp")
  (test-to "node 'web01")
  (ignore-errors (kill-buffer "*puppet catalog*"))
  (let* ((range (list :start (plist-get (puppet-analyzer--here) :position) :end (plist-get (puppet-analyzer--here) :position)))
         (actions (jsonrpc-request (eglot-current-server) :textDocument/codeAction
                                   (list :textDocument (list :uri (puppet-analyzer--uri)) :range range :context (list :diagnostics []))
                                   :timeout 60))
         (command (plist-get (aref actions 0) :command)))
    (eglot-execute-command (eglot-current-server) (intern (plist-get command :command)) (plist-get command :arguments))
    (should (get-buffer "*puppet catalog*"))))

(ert-deftest changes ()
  (test-open "manifests/site.pp")
  (test-to "node 'web01")
  (puppet-analyzer-catalog-diff)
  (with-current-buffer "*puppet catalog*"
    (should (string-match-p "What the changes do" (buffer-string)))))

(defun test-choose (label)
  "Choose the context of this LABEL as a user does."
  (cl-letf (((symbol-function 'completing-read) (lambda (_prompt choices &rest _) (car (assoc label choices)))))
    (call-interactively #'puppet-analyzer-select-context)))

(ert-deftest another-context ()
  (test-open "modules/webserver/manifests/init.pp")
  (test-to "port       =")
  (test-choose "node web02.example.com")
  (should (string-match-p "node web02.example.com" (test-hover)))
  (test-choose "node web01.example.com")
  (should (string-match-p "node web01.example.com" (test-hover))))

(ert-run-tests-batch-and-exit)
