;;; puppet-analyzer.el --- Puppet with values, through eglot  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "27.1") (eglot "1.9"))

;;; Commentary:

;; Starts puppet-analyzer for `puppet-mode' through eglot, and adds what LSP has no word for: the preview of a catalog, what
;; edits change in it, and the choice of the node and facts that values are shown for.

;;; Code:

(require 'eglot)
(require 'jsonrpc)
(require 'url-util)

(defgroup puppet-analyzer nil
  "Puppet with values."
  :group 'languages)

(defcustom puppet-analyzer-command '("puppet-analyzer")
  "The server's program and its arguments."
  :type '(repeat string))

(defclass puppet-analyzer-server (eglot-lsp-server) ()
  :documentation "The server, so that its commands can be answered with a buffer.")

(add-to-list 'eglot-server-programs
             (cons 'puppet-mode (lambda (&rest _) (cons 'puppet-analyzer-server puppet-analyzer-command))))

(add-to-list 'auto-mode-alist '("\\.pp\\'" . puppet-mode))

(cl-defmethod eglot-execute-command ((server puppet-analyzer-server) command arguments)
  "Show what the commands of SERVER's code actions and lenses answer with."
  (let ((name (format "%s" command)))
    (if (member name '("puppet-analyzer.previewCatalog" "puppet-analyzer.catalogDiff"))
        ;; The answer is shown here: the server need not ask for a document to be opened.
        (puppet-analyzer--execute server name (plist-put (copy-sequence (aref (vconcat arguments) 0)) :show :json-false))
      (cl-call-next-method))))

;;;###autoload
(defun puppet-analyzer-preview-catalog ()
  "Show the catalog of the node, class or define at point."
  (interactive)
  (puppet-analyzer--execute (puppet-analyzer--server) "puppet-analyzer.previewCatalog" (puppet-analyzer--here)))

;;;###autoload
(defun puppet-analyzer-catalog-diff ()
  "Show what the edits change in the catalog of what is at point."
  (interactive)
  (puppet-analyzer--execute (puppet-analyzer--server) "puppet-analyzer.catalogDiff" (puppet-analyzer--here)))

;;;###autoload
(defun puppet-analyzer-select-context (choice)
  "Show values for the node or the facts that CHOICE names."
  (interactive (list (puppet-analyzer--read-context)))
  (jsonrpc-request (puppet-analyzer--server) :workspace/executeCommand
                   (list :command "puppet-analyzer.selectContext" :arguments (vector choice))
                   :timeout 60)
  (message "Values are shown for %s" (cadr choice)))

(defun puppet-analyzer--server ()
  "The server of this buffer, or an error that says what to do."
  (or (eglot-current-server)
      (user-error "No server runs for this buffer: M-x eglot starts it")))

(defun puppet-analyzer--here ()
  "The argument that names the place of point."
  (let ((line (save-excursion (beginning-of-line) (buffer-substring-no-properties (point) (progn (end-of-line) (point)))))
        (column (- (point) (line-beginning-position))))
    (list :uri (puppet-analyzer--uri)
          :position (list :line (1- (line-number-at-pos nil t))
                          ;; LSP counts in units of UTF-16.
                          :character (/ (length (encode-coding-string (substring line 0 column) 'utf-16le)) 2)))))

(defun puppet-analyzer--uri ()
  "This buffer's file as a URI."
  (concat "file://" (url-hexify-string (file-truename (or buffer-file-name (user-error "This buffer has no file")))
                                       url-path-allowed-chars)))

(defun puppet-analyzer--execute (server command argument)
  "Run COMMAND of SERVER with ARGUMENT and show the document that it answers with."
  (let* ((answer (jsonrpc-request server :workspace/executeCommand (list :command command :arguments (vector argument)) :timeout 60))
         (text (plist-get answer :markdown)))
    (if text
        (puppet-analyzer--show text)
      (message "There is nothing to preview here"))))

(defun puppet-analyzer--show (text)
  "Show TEXT in the buffer for catalogs."
  (let ((buffer (get-buffer-create "*puppet catalog*")))
    (with-current-buffer buffer
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text)
        (goto-char (point-min)))
      (puppet-analyzer-catalog-mode))
    (display-buffer buffer)
    buffer))

(defvar puppet-analyzer-catalog-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'puppet-analyzer-open-source)
    map)
  "Keys in a catalog.")

(define-derived-mode puppet-analyzer-catalog-mode special-mode "Catalog"
  "A catalog to read; RET on a resource opens its source."
  (setq-local outline-regexp "#+ ")
  (outline-minor-mode 1))

(defun puppet-analyzer-open-source ()
  "Open the source of the resource that point is in."
  (interactive)
  (let ((link "(<file://\\([^#>]+\\)#L\\([0-9]+\\)>)"))
    (save-excursion
      (end-of-line)
      (unless (re-search-backward link nil t) (user-error "No source is named above")))
    (let ((file (url-unhex-string (match-string 1))) (line (string-to-number (match-string 2))))
      (find-file-other-window file)
      (goto-char (point-min))
      (forward-line (1- line)))))

(defun puppet-analyzer--read-context ()
  "Ask for a node or facts; the argument that chooses it."
  (let* ((contexts (jsonrpc-request (puppet-analyzer--server) :puppet/contexts (list :uri (puppet-analyzer--uri)) :timeout 60))
         (choices (append (mapcar (lambda (node) (list (concat "node " node) :node node)) (plist-get contexts :nodes))
                          (mapcar (lambda (facts) (list (concat "facts " facts) :facts facts)) (plist-get contexts :factSets)))))
    (cdr (assoc (completing-read "Show values for: " choices nil t) choices))))

(provide 'puppet-analyzer)
;;; puppet-analyzer.el ends here
