; Go 1.23, generics and range-over-func included. What each capture means is told in languages/README.md.

(package_clause (package_identifier) @module)
(comment) @doc
(source_file (comment) @doc . (package_clause)) @file

; ── imports ─────────────────────────────────────────────────────────────────
(import_spec !name path: (_) @source) @import
(import_spec name: [(package_identifier) (blank_identifier)] @alias path: (_) @source) @import
((import_spec name: (dot) path: (_) @source) @import (#set! name "*"))

; Under which conditions the file is built; resolution prefers files that are built by default.
((source_file (comment) @source @import) (#match? @source "^//go:build ") (#set! form build))

; ── types ───────────────────────────────────────────────────────────────────
; `type T U` is a type of its own with its own methods, whatever U is; only `type T = U` is another name for U.
((type_spec name: (type_identifier) @name type: (struct_type)) @definition.class (#set! variant struct))
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
((type_spec
  name: (type_identifier) @name
  type: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (array_type) (slice_type) (map_type)
    (channel_type) (function_type) (parenthesized_type)
  ] @type) @definition.class
  (#set! variant type))
(type_spec type_parameters: (_) @type_parameters) @definition.class
(type_alias name: (type_identifier) @name type: (_) @type) @definition.type
(type_alias type_parameters: (_) @type_parameters) @definition.type

; Embedding: the type's members become members, and it is a field under its own name.
((type_spec
  type: (struct_type (field_declaration_list (field_declaration !name type: (_) @reference.inherits)))) @definition.class
  (#set! how embeds))
((field_declaration !name type: (type_identifier) @name @type) @definition.field (#set! variant embedded))
((field_declaration !name type: (qualified_type name: (_) @name) @type) @definition.field (#set! variant embedded))
((field_declaration !name type: (generic_type type: (type_identifier) @name) @type) @definition.field
  (#set! variant embedded))
((field_declaration !name type: (generic_type type: (qualified_type name: (_) @name)) @type) @definition.field
  (#set! variant embedded))
((type_spec
  type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @reference.inherits .)))
  @definition.interface
  (#set! how embeds))

; Fields and methods of named types only: those of an anonymous struct or interface belong to nothing that has a name.
(type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name @definition.field type: (_) @type))))
(field_declaration type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name @definition.field type: (_) @type))))
((type_spec type: (interface_type (method_elem
  name: (field_identifier) @name
  parameters: (_) @parameters
  result: (_)? @returns) @definition.method))
  (#set! declaration abstract))

; ── functions ───────────────────────────────────────────────────────────────
(function_declaration
  name: (identifier) @name
  parameters: (_) @parameters
  result: (_)? @returns) @definition.function
(function_declaration type_parameters: (_) @type_parameters) @definition.function
(method_declaration
  receiver: (parameter_list [
    (parameter_declaration type: [(type_identifier) (generic_type) (qualified_type)] @owner)
    (parameter_declaration type: (pointer_type [(type_identifier) (generic_type) (qualified_type)] @owner))
    (parameter_declaration type: (parenthesized_type (_) @owner))
  ]) @receiver
  name: (field_identifier) @name
  parameters: (_) @parameters
  result: (_)? @returns) @definition.method
(method_declaration
  receiver: (parameter_list
    (parameter_declaration type: [
      (generic_type type_arguments: (_) @type_parameters)
      (pointer_type (generic_type type_arguments: (_) @type_parameters))
    ]))) @definition.method
(func_literal parameters: (_) @parameters result: (_)? @returns) @definition.function
(return_statement (expression_list) @return)

; Named results are variables of the function.
(_ result: (parameter_list (parameter_declaration name: (identifier) @target type: (_) @type))) @binding

; ── variables and constants ─────────────────────────────────────────────────
(var_spec . name: (identifier) @name . type: (_) @type) @definition.variable
(var_spec . name: (identifier) @name . type: (_)? . value: (expression_list . (_) @value .)) @definition.variable
(var_spec . name: (identifier) @name . type: (_)? . value: (expression_list . (func_literal) @anonymous .)) @definition.function
(var_spec name: (identifier) @name @definition.variable . "," type: (_)? @type)
(var_spec "," . name: (identifier) @name @definition.variable type: (_)? @type)
; var a, b = f() and var a, b = x, y
((var_spec . name: (identifier) @target . name: (_) . type: (_)? . value: (expression_list . (call_expression) @value .))
  @binding (#set! key "0"))
((var_spec . name: (_) . name: (identifier) @target . type: (_)? . value: (expression_list . (call_expression) @value .))
  @binding (#set! key "1"))
(var_spec . name: (identifier) @target . name: (_) . type: (_)? . value: (expression_list . (_) @value . (_) .)) @binding
(var_spec . name: (_) . name: (identifier) @target . type: (_)? . value: (expression_list . (_) . (_) @value .)) @binding
(const_spec . name: (identifier) @name . type: (_)? @type . value: (expression_list . (_) @value .)) @definition.constant
(const_spec !value . name: (identifier) @name .) @definition.constant
(const_spec name: (identifier) @name @definition.constant . ",")
(const_spec "," . name: (identifier) @name @definition.constant)

; ── bindings ────────────────────────────────────────────────────────────────
(short_var_declaration left: (expression_list . (_) @target .) right: (expression_list . (_) @value .)) @binding
((assignment_statement
  left: (expression_list . (_) @target .) operator: "=" right: (expression_list . (_) @value .)) @binding (#set! assigns true))
; a, b := f() and a, b := x, y: each takes its part.
(short_var_declaration
  left: (expression_list . (_) . (_)) @target right: (expression_list . (call_expression) .) @value) @binding
((assignment_statement
  left: (expression_list . (_) . (_)) @target right: (expression_list . (call_expression) .) @value) @binding (#set! assigns true))
(short_var_declaration
  left: (expression_list . (_) . (_)) @target right: (expression_list . (_) . (_)) @value) @binding
((assignment_statement
  left: (expression_list . (_) . (_)) @target right: (expression_list . (_) . (_)) @value) @binding (#set! assigns true))
; v, ok := m[k], x.(T), <-c: the first takes all, the second is a bool.
(short_var_declaration
  left: (expression_list . (_) @target . (_) .)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] @value .)) @binding
((assignment_statement
  left: (expression_list . (_) @target . (_) .)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] @value .)) @binding (#set! assigns true))
(short_var_declaration
  left: (expression_list . (_) . (_) @target .)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] .)) @binding
(receive_statement left: (expression_list . (_) @target) right: (_) @value) @binding
(receive_statement left: (expression_list . (_) . (_) @target)) @binding
(range_clause left: (expression_list . (_) @target . (_))) @binding
((range_clause left: (expression_list . (_) @target .) right: (_) @value) @binding (#set! through key))
((range_clause left: (expression_list . (_) . (_) @target) right: (_) @value) @binding (#set! through element))
(type_switch_statement alias: (expression_list . (identifier) @target) value: (_) @value) @binding
((type_switch_statement alias: (expression_list . (identifier) @target) (type_case "case" . type: (_) @type . ":") @within)
  @binding)

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
; with one argument a call of a function's instance looks like a conversion: first[int](xs)
(type_conversion_expression type: (generic_type)) @reference.call
(composite_literal
  type: [(type_identifier) (qualified_type) (generic_type)] @type
  body: (_) @arguments) @reference.call

; ── decision points: if, for, each case but default, && and || ──────────────
["if" "for" "case" "&&" "||"] @branch
