; Bash. What each capture means is told in languages/README.md.
; A command is a call of the function of its name; one that no script defines is a program.

; ── functions ───────────────────────────────────────────────────────────────
(function_definition name: (word) @name) @definition.function

; ── variables: global unless `local`. What they hold is text, and no command is looked up in them ──────────────────
(program (variable_assignment name: (variable_name) @name value: (_)) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name value: (_)) @definition.variable))
((program (declaration_command "readonly" (variable_assignment name: (variable_name) @name) @definition.constant)))
((program (declaration_command "export" (variable_assignment name: (variable_name) @name) @definition.variable))
  (#set! modifier exported))

; ── imports: sourced files, and scripts that are run ────────────────────────
(((command name: (command_name (word) @_source) . argument: (_) @source) @import
  (#any-of? @_source "source" "." "\\."))
  (#set! form source)
  (#set! name "*"))
(((command name: (command_name (word) @_load) . argument: (_) @source .) @import
  (#eq? @_load "load"))
  (#set! form load)
  (#set! name "*"))
(((command name: (command_name) @source) @import
  (#match? @source "^[^$`'\"]*/[^/$`'\"]*\\.(sh|bash)$"))
  (#set! form run))
(((command name: (command_name (word) @_shell) . argument: (word) @source) @import
  (#any-of? @_shell "bash" "sh" "exec")
  (#match? @source "\\.(sh|bash)$"))
  (#set! form run))

; ── calls ───────────────────────────────────────────────────────────────────
(command name: (command_name . (word) @callee .)) @reference.call
(command argument: (_) @argument) @reference.call
; `trap cleanup EXIT`, `time build all`: the word that is given is called too.
((command name: (command_name (word) @_runs) . argument: (word) @callee @reference.call)
  (#any-of? @_runs "trap" "time" "eval" "run"))

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(elif_clause) @branch
(for_statement) @branch
(c_style_for_statement) @branch
(while_statement) @branch
((case_item . value: (_) @_pattern) @branch
  (#not-eq? @_pattern "*"))
(list ["&&" "||"] @branch)
(binary_expression operator: ["&&" "||"] @branch)
(ternary_expression) @branch

; ── documentation ───────────────────────────────────────────────────────────
((comment) @doc
  (#not-match? @doc "^#!"))
