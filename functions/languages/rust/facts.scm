; Rust 2024. What each capture means is told in languages/README.md.

[(line_comment) (block_comment)] @doc
(source_file [(line_comment inner: (_)) (block_comment inner: (_))] @doc) @file

; ── imports: each leaf of a use tree is one; what stands before it is added by importPrefixes ─────────────────────────
(use_declaration argument: (scoped_identifier path: (_) @source name: (_) @name)) @import
(use_declaration argument: [(identifier) (crate) (self) (super)] @name) @import
(use_declaration argument: (use_as_clause
  path: (scoped_identifier path: (_) @source name: (_) @name) alias: (_) @alias)) @import
(use_declaration argument: (use_as_clause path: [(identifier) (crate) (self) (super)] @name alias: (_) @alias)) @import
((use_declaration argument: (use_wildcard (_) @source)) @import (#set! name "*"))
(use_list (scoped_identifier path: (_) @source name: (_) @name @import))
(use_list [(identifier) (crate) (self) (super)] @name @import)
(use_list (use_as_clause path: (scoped_identifier path: (_) @source name: (_) @name) alias: (_) @alias @import))
(use_list (use_as_clause path: [(identifier) (crate) (self) (super)] @name alias: (_) @alias @import))
((use_list (use_wildcard (_) @source @import)) (#set! name "*"))
(use_list (use_wildcard . "*" @name @import))
((extern_crate_declaration name: (_) @source alias: (_)? @alias) @import (#set! form "extern crate"))
((mod_item name: (_) @source !body) @import (#set! form mod))
; `#[path = "sys/unix.rs"] mod sys;`
((attribute_item (attribute (identifier) @_path value: (string_literal) @source))
  . (attribute_item)* . (mod_item name: (_) @alias !body) @import (#eq? @_path "path") (#set! form mod))

; ── types and modules ───────────────────────────────────────────────────────
((mod_item name: (_) @name body: (_)) @definition.module)
((struct_item name: (_) @name type_parameters: (_)? @type_parameters) @definition.class (#set! variant struct))
((union_item name: (_) @name type_parameters: (_)? @type_parameters) @definition.class (#set! variant union))
(enum_item name: (_) @name type_parameters: (_)? @type_parameters) @definition.enum
((trait_item name: (_) @name type_parameters: (_)? @type_parameters) @definition.interface (#set! variant trait))
(trait_item bounds: (trait_bounds
  [(type_identifier) (scoped_type_identifier) (generic_type)] @reference.inherits)) @definition.interface
(type_item name: (_) @name type_parameters: (_)? @type_parameters type: (_) @type) @definition.type
(associated_type name: (_) @name) @definition.type
(struct_item (where_clause) @type_parameters) @definition.class
(enum_item (where_clause) @type_parameters) @definition.enum
(trait_item (where_clause) @type_parameters) @definition.interface

(field_declaration name: (_) @name type: (_) @type) @definition.field
; fields without names, of structs and of an enum's variants; an anchor before something optional misses what is not there
((ordered_field_declaration_list . type: (_) @type @definition.field) (#set! name "0"))
((ordered_field_declaration_list . (attribute_item) . type: (_) @type @definition.field) (#set! name "0"))
((ordered_field_declaration_list . (visibility_modifier) . type: (_) @type @definition.field) (#set! name "0"))
((ordered_field_declaration_list . type: (_) . type: (_) @type @definition.field) (#set! name "1"))
((ordered_field_declaration_list . type: (_) . (visibility_modifier) . type: (_) @type @definition.field)
  (#set! name "1"))
((ordered_field_declaration_list . (visibility_modifier) . type: (_) . type: (_) @type @definition.field)
  (#set! name "1"))
((ordered_field_declaration_list
  . (visibility_modifier) . type: (_) . (visibility_modifier) . type: (_) @type @definition.field) (#set! name "1"))
((ordered_field_declaration_list . type: (_) . type: (_) . type: (_) @type @definition.field) (#set! name "2"))
((ordered_field_declaration_list
  . (visibility_modifier) . type: (_) . (visibility_modifier) . type: (_)
  . (visibility_modifier) . type: (_) @type @definition.field) (#set! name "2"))
((enum_variant name: (_) @name value: (_)? @value) @definition.constant (#set! variant enumerator))

; ── functions ───────────────────────────────────────────────────────────────
(function_item
  name: (_) @name
  type_parameters: (_)? @type_parameters
  parameters: (_) @parameters
  return_type: (_)? @returns) @definition.function
(function_item (where_clause) @type_parameters) @definition.function
(trait_item body: (declaration_list (function_signature_item
  name: (_) @name
  type_parameters: (_)? @type_parameters
  parameters: (_) @parameters
  return_type: (_)? @returns) @definition.method (#set! declaration abstract)))
(foreign_mod_item body: (declaration_list (function_signature_item
  name: (_) @name
  parameters: (_) @parameters
  return_type: (_)? @returns) @definition.function (#set! declaration prototype)))
(closure_expression
  parameters: (_) @parameters
  return_type: (_)? @returns
  body: (_) @return) @definition.function
((macro_definition name: (_) @name) @definition.function (#set! variant macro))
(function_item body: (block (_) @return .))
(return_expression (_) @return)
(let_declaration pattern: (identifier) @name value: (closure_expression) @anonymous) @definition.function
(static_item name: (identifier) @name value: (closure_expression) @anonymous) @definition.function
(const_item name: (identifier) @name value: (closure_expression) @anonymous) @definition.function

; Members of impl blocks stand outside their type.
(impl_item
  type: (_) @owner
  body: (declaration_list (function_item) @definition.method))
(impl_item
  trait: (_) @implementing
  body: (declaration_list (function_item) @definition.method))
(impl_item
  type_parameters: (_) @type_parameters
  body: (declaration_list (function_item) @definition.method))
(impl_item
  (where_clause) @type_parameters
  body: (declaration_list (function_item) @definition.method))
(impl_item type: (_) @owner body: (declaration_list (const_item) @definition.constant))
(impl_item type: (_) @owner body: (declaration_list (type_item) @definition.type))

; `impl Trait for Type` gives the type a supertype, wherever the type stands.
((impl_item trait: (_) @reference.inherits type: (_) @owner) @conformance (#set! how implements))
; `impl<T> Shout for T`: any type has it; `impl<T: Talk> Shout for T`: whatever implements Talk.
((impl_item
  type_parameters: (type_parameters (type_parameter name: (_) @_any !bounds))
  trait: (_) @reference.inherits
  type: (_) @owner) @conformance @_impl
  (#eq? @owner @_any) (#not-match? @_impl "\\swhere\\s") (#set! how implements) (#set! ofAny true))
((impl_item
  type_parameters: (type_parameters (type_parameter
    name: (_) @_any bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @owner)))
  trait: (_) @reference.inherits
  type: (_) @_type) @conformance
  (#eq? @_type @_any) (#set! how implements))

; ── attributes ──────────────────────────────────────────────────────────────
((attribute_item)+ @decorator . (line_comment)* . (function_item) @definition.function)
((attribute_item)+ @decorator . (line_comment)* . (struct_item) @definition.class)
((attribute_item)+ @decorator . (line_comment)* . (enum_item) @definition.enum)
((attribute_item)+ @decorator . (line_comment)* . (trait_item) @definition.interface)
((attribute_item)+ @decorator . (line_comment)* . (mod_item body: (_)) @definition.module)
((attribute_item)+ @decorator . (line_comment)* . (macro_definition) @definition.function)

; ── variables and constants ─────────────────────────────────────────────────
(const_item name: (identifier) @name type: (_) @type value: (_)? @value) @definition.constant
(static_item name: (identifier) @name type: (_) @type value: (_)? @value) @definition.variable
(foreign_mod_item body: (declaration_list (static_item) @definition.variable (#set! declaration prototype)))

; ── bindings ────────────────────────────────────────────────────────────────
(let_declaration pattern: (_) @target type: (_)? @type value: (_)? @value) @binding
((assignment_expression left: (_) @target right: (_) @value) @binding (#set! assigns true))
((for_expression pattern: (_) @target value: (_) @value) @binding (#set! through element))
((let_condition pattern: (_) @target value: (_) @value) @binding (#set! through pattern))
((match_expression
  value: (_) @value
  body: (match_block (match_arm pattern: (match_pattern . (_) @target)))) @binding (#set! through pattern))

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
(struct_expression) @reference.call
((binary_expression operator: ["+" "-" "*" "/" "%"]) @reference.call (#set! implicit true))
((macro_invocation macro: (_) @callee) @reference.call (#set! variant macro))
; What stands in a macro's brackets is mostly expressions.
(macro_invocation (token_tree) @island)
; What a macro becomes is called by the macro, what it declares is not known before it is expanded.
((macro_rule right: (token_tree) @island) (#set! only calls))

; ── decision points ─────────────────────────────────────────────────────────
["if" "while" "loop"] @branch
(for_expression) @branch
; `_` and a name alone take anything: that arm is the default.
(match_arm pattern: (match_pattern . [
  (_literal_pattern) (captured_pattern) (const_block) (generic_pattern) (macro_invocation) (mut_pattern) (or_pattern)
  (range_pattern) (ref_pattern) (reference_pattern) (scoped_identifier) (slice_pattern) (struct_pattern) (tuple_pattern)
  (tuple_struct_pattern)
])) @branch
((match_arm pattern: (match_pattern . (identifier) @_name)) @branch (#match? @_name "^[A-Z]"))
(let_declaration alternative: (block) @branch)
(binary_expression operator: ["&&" "||"] @branch)
(let_chain "&&" @branch)
