; Lua 5.4. What each capture means is told in languages/README.md.
; A table is a module or a class only by use, so `M.f` and `M:f` are members of the table that they are written to.

; ── functions ───────────────────────────────────────────────────────────────
(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @owner field: (identifier) @name)) @definition.function
((function_declaration name: (dot_index_expression)) @definition.function
  (#set! modifier static))
(function_declaration name: (method_index_expression table: (_) @owner method: (identifier) @name)) @definition.function
((function_declaration name: (method_index_expression)) @definition.function
  (#set! variant method))
((function_declaration "local") @definition.function
  (#set! modifier local))
(function_declaration parameters: (parameters) @parameters) @definition.function
(function_definition parameters: (parameters) @parameters) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition) @anonymous .)) @definition.function
((assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @owner field: (identifier) @name) .)
  (expression_list . value: (function_definition) @anonymous .)) @definition.function
  (#set! modifier static))
((assignment_statement
  (variable_list . name: (bracket_index_expression table: (_) @owner field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition) @anonymous .)) @definition.function
  (#set! modifier static))
(field name: (identifier) @name value: (function_definition) @anonymous) @definition.function
((field value: (function_definition parameters: (parameters . name: (identifier) @_self))) @definition.function
  (#eq? @_self "self")
  (#set! variant method))
(return_statement (expression_list . (_) @return))

; ── variables (in a function: bindings only) ────────────────────────────────
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (_) @value)) @definition.variable))
  (#set! modifier local))
((chunk (variable_declaration (variable_list name: (identifier) @name @definition.variable)))
  (#set! modifier local))
(chunk (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (_) @value)) @definition.variable)
(chunk (variable_declaration (assignment_statement
  (variable_list name: (identifier) @name @definition.variable))))
(chunk (assignment_statement (variable_list name: (identifier) @name @definition.variable)))
((variable_list name: (identifier) @name attribute: (attribute (identifier) @_constant) @definition.constant)
  (#eq? @_constant "const"))

; ── tables that look up in others what they lack: `local Dog = setmetatable({}, { __index = Animal })` ─────────────
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call
    name: (identifier) @_set
    arguments: (arguments . (_) (table_constructor (field name: (identifier) @_index value: (_) @reference.inherits)))))))
  @conformance)
  (#eq? @_set "setmetatable")
  (#eq? @_index "__index"))
((chunk (function_call
  name: (identifier) @_set
  arguments: (arguments
    . (identifier) @owner
    (table_constructor (field name: (identifier) @_index value: (_) @reference.inherits)))) @conformance)
  (#eq? @_set "setmetatable")
  (#eq? @_index "__index"))
((chunk (function_call
  name: (identifier) @_set
  arguments: (arguments . (identifier) @owner . [(identifier) (dot_index_expression)] @reference.inherits)) @conformance)
  (#eq? @_set "setmetatable"))

; ── classes that a class library makes: classic, middleclass, 30log, hump, Penlight ─────────────────────────────────
; local Dog = Animal:extend()
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call
    name: (method_index_expression table: (_) @reference.inherits method: (identifier) @_extend)))) @conformance)
  (#any-of? @_extend "extend" "extends" "subclass" "derive" "inherit"))
(chunk (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call
    name: (method_index_expression table: (_) @reference.inherits method: (identifier) @_extend)))) @conformance
  (#any-of? @_extend "extend" "extends" "subclass" "derive" "inherit"))
; local Dog = class("Dog", Animal), class(Animal)
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call
    name: [(identifier) @_class (dot_index_expression field: (identifier) @_class)]
    arguments: (arguments [(identifier) (dot_index_expression)] @reference.inherits)))) @conformance)
  (#any-of? @_class "class" "Class" "middleclass" "subclass"))
(chunk (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call
    name: [(identifier) @_class (dot_index_expression field: (identifier) @_class)]
    arguments: (arguments [(identifier) (dot_index_expression)] @reference.inherits)))) @conformance
  (#any-of? @_class "class" "Class" "middleclass" "subclass"))
; local Dog = Class { __includes = Animal }
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call arguments: (arguments (table_constructor (field
    name: (identifier) @_includes
    value: [
      (identifier) @reference.inherits
      (dot_index_expression) @reference.inherits
      (table_constructor (field !name value: (_) @reference.inherits))])))))) @conformance)
  (#any-of? @_includes "__includes" "_base"))
(chunk (assignment_statement
  (variable_list . name: (identifier) @owner)
  (expression_list . value: (function_call arguments: (arguments (table_constructor (field
    name: (identifier) @_includes
    value: [
      (identifier) @reference.inherits
      (dot_index_expression) @reference.inherits
      (table_constructor (field !name value: (_) @reference.inherits))])))))) @conformance
  (#any-of? @_includes "__includes" "_base"))
; Dog:include(Walker)
((chunk (function_call
  name: (method_index_expression table: (identifier) @owner method: (identifier) @_include)
  arguments: (arguments [(identifier) (dot_index_expression)] @reference.inherits)) @conformance)
  (#any-of? @_include "include" "implement" "with")
  (#set! how mixes_in))

; ── bindings ────────────────────────────────────────────────────────────────
(assignment_statement
  (variable_list . name: (_) @target .)
  (expression_list . value: (_) @value .)) @binding
(assignment_statement
  (variable_list name: (_) name: (_)) @target
  (expression_list) @value) @binding
(function_declaration name: [(dot_index_expression) (method_index_expression)] @target) @value @binding
((function_call name: (identifier) @_set arguments: (arguments . (identifier) @target . (_))) @value @binding
  (#eq? @_set "setmetatable"))
((for_generic_clause (variable_list) @target (expression_list . (_) @value)) @binding
  (#set! through element))
((for_generic_clause (variable_list name: (_) . "," . name: (_) @target .)
  (expression_list . (function_call name: (identifier) @_pairs arguments: (arguments "(" . (_) @value)))) @binding
  (#any-of? @_pairs "pairs" "ipairs") (#set! through element))

; ── imports ─────────────────────────────────────────────────────────────────
(((function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @source) .)) @import
  (#eq? @_require "require"))
  (#set! form require))
(((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @alias .)
  (expression_list . value: (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (_) @source) .)) .))) @import
  (#eq? @_require "require"))
  (#set! form require))
(((function_call name: (identifier) @_dofile arguments: (arguments . (string content: (_) @source) .)) @import
  (#any-of? @_dofile "dofile" "loadfile"))
  (#set! form dofile))

; ── exports: what `require` of this file gives ──────────────────────────────
((chunk (return_statement (expression_list . (_) @value)) @export)
  (#set! name "="))

; ── calls ───────────────────────────────────────────────────────────────────
(function_call) @reference.call
; As a value, `require("a.b")` is the name a.b that its import binds; it is a call all the same.
((function_call name: (identifier) @callee) @reference.call
  (#eq? @callee "require"))

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(elseif_statement) @branch
(for_statement) @branch
(while_statement) @branch
(repeat_statement) @branch
(binary_expression operator: ["and" "or"] @branch)

; ── documentation ───────────────────────────────────────────────────────────
(comment) @doc
