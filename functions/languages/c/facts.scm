; C23, and what C++ shares with it. What each capture means is told in languages/README.md.
; Functions are in functions.scm (C) and in cpp/facts.scm: their declarators differ.
; Within declarators `_` is the node that its children tell, as in cpp/facts.scm.

(comment) @doc
((translation_unit . (comment) @doc) @file (#match? @doc "^/[*/][*!]"))

; ── includes and macros ─────────────────────────────────────────────────────
((preproc_include path: (string_literal) @source) @import (#set! form local))
((preproc_include path: (system_lib_string) @source) @import (#set! form system))
((preproc_def name: (identifier) @name value: (_)) @definition.constant (#set! variant macro) (#set! home file))
((preproc_function_def name: (identifier) @name parameters: (_) @parameters) @definition.function
  (#set! variant macro) (#set! home file))

; A macro that writes the head of a function: `TEST_IMPL(tcp_open) { … }` is tcp_open.
((function_definition type: (type_identifier) @_macro declarator: (parenthesized_declarator (identifier) @name) body: (_))
  @definition.function (#match? @_macro "^[A-Z][A-Z0-9_]*$"))

; ── types ───────────────────────────────────────────────────────────────────
((struct_specifier name: (_) @name body: (_)) @definition.class (#set! variant struct))
((union_specifier name: (_) @name body: (_)) @definition.class (#set! variant union))
(enum_specifier name: (_) @name body: (_)) @definition.enum
((enumerator name: (identifier) @name value: (_)? @value) @definition.constant (#set! variant enumerator))

; typedef struct {…} T; has no other name.
((type_definition type: (struct_specifier !name body: (_)) . declarator: (type_identifier) @name) @definition.class
  (#set! variant struct))
((type_definition type: (union_specifier !name body: (_)) . declarator: (type_identifier) @name) @definition.class
  (#set! variant union))
(type_definition type: (enum_specifier !name body: (_)) . declarator: (type_identifier) @name) @definition.enum
; typedef struct T T; says nothing new.
((type_definition
  type: [(struct_specifier name: (_) @_tag) (union_specifier name: (_) @_tag) (enum_specifier name: (_) @_tag)] @type
  declarator: (type_identifier) @name @definition.type)
  (#not-eq? @_tag @name))
(type_definition
  type: [(primitive_type) (sized_type_specifier) (type_identifier)] @type
  declarator: (type_identifier) @name) @definition.type
(type_definition type: (_) @type declarator: (_ "*" declarator: (type_identifier) @name @definition.type))
(type_definition type: (_) @type declarator: (array_declarator declarator: (type_identifier) @name @definition.type))
(type_definition declarator: (function_declarator
  declarator: (parenthesized_declarator (_ "*" declarator: (type_identifier) @name))) @type) @definition.type
(type_definition declarator: (function_declarator declarator: (type_identifier) @name) @type) @definition.type
(type_definition declarator: (_ "*" declarator: (function_declarator
  declarator: (parenthesized_declarator (_ "*" declarator: (type_identifier) @name))) @type)) @definition.type

; ── fields ──────────────────────────────────────────────────────────────────
(field_declaration type: (_) @type declarator: (field_identifier) @name @definition.field)
(field_declaration type: (_) @type declarator: [
  (_ "*" declarator: (field_identifier) @name @definition.field)
  (_ "*" declarator: (_ "*" declarator: (field_identifier) @name @definition.field))
])
(field_declaration type: (_) @_of declarator: [
  (array_declarator declarator: (field_identifier) @name)
  (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
  (_ "*" declarator: (array_declarator declarator: (field_identifier) @name))
] @definition.field) @type
(field_declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (_ "*" declarator: (field_identifier) @name @definition.field))) @type)
(field_declaration declarator: (_ "*" declarator: (function_declarator
  declarator: (parenthesized_declarator (_ "*" declarator: (field_identifier) @name @definition.field))) @type))
; The members of a nameless struct belong to the field that has it.
(field_declaration type: (struct_specifier !name body: (_)) declarator: (field_identifier) @name) @definition.field
(field_declaration type: (union_specifier !name body: (_)) declarator: (field_identifier) @name) @definition.field

; ── variables (in functions: bindings only) ─────────────────────────────────
(declaration type: (_) @type declarator: (identifier) @name @definition.variable)
(declaration type: (_) @type declarator: [
  (_ "*" declarator: (identifier) @name @definition.variable)
  (_ "*" declarator: (_ "*" declarator: (identifier) @name @definition.variable))
])
(declaration declarator: [
  (array_declarator declarator: (identifier) @name)
  (array_declarator declarator: (array_declarator declarator: (identifier) @name))
  (_ "*" declarator: (array_declarator declarator: (identifier) @name))
] @definition.variable) @type
(declaration type: (_) @type declarator: (_ declarator: (identifier) @name value: (_) @value) @definition.variable)
(declaration type: (_) @type declarator: (_
  declarator: [
    (_ "*" declarator: (identifier) @name)
    (_ "*" declarator: (_ "*" declarator: (identifier) @name))
  ]
  value: (_) @value) @definition.variable)
(declaration declarator: (_
  declarator: [
    (array_declarator declarator: (identifier) @name)
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
    (_ "*" declarator: (array_declarator declarator: (identifier) @name))
  ]
  value: (_) @value) @definition.variable) @type
(declaration declarator: (function_declarator
  declarator: (parenthesized_declarator (_ "*" declarator: (identifier) @name @definition.variable))) @type)
(declaration declarator: (_
  declarator: (function_declarator
    declarator: (parenthesized_declarator (_ "*" declarator: (identifier) @name))) @type
  value: (_) @value) @definition.variable)
; `int (*table[])(int) = { on_open, on_close };`
(declaration declarator: (_
  declarator: (function_declarator
    declarator: (parenthesized_declarator (pointer_declarator
      declarator: (array_declarator declarator: (identifier) @name)))) @type
  value: (_) @value) @definition.variable)
((declaration (storage_class_specifier) @_extern declarator: (identifier) @definition.variable)
  (#eq? @_extern "extern") (#set! declaration prototype))
((declaration (storage_class_specifier) @_extern declarator: (_ declarator: (identifier) @definition.variable))
  (#eq? @_extern "extern") (#set! declaration prototype))
((declaration (storage_class_specifier) @_extern declarator: (array_declarator) @definition.variable)
  (#eq? @_extern "extern") (#set! declaration prototype))

; ── bindings ────────────────────────────────────────────────────────────────
((assignment_expression left: (_) @target operator: "=" right: (_) @value) @binding (#set! assigns true))
(return_statement (_) @return)

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
; The body of a macro: what it calls is called by the macro, what it declares is not known before it is expanded.
((preproc_function_def value: (preproc_arg) @island) (#set! only calls))

; ── decision points ─────────────────────────────────────────────────────────
["if" "for" "while" "case"] @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||"] @branch)
(preproc_if condition: (_) @directive)
(preproc_elif condition: (_) @directive)
