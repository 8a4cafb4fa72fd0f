; Swift 5.9. What each capture means is told in languages/README.md. The grammar gives names and types of a declaration the
; same field (`name`), so types are told by their node types. `_` at the head of a pattern stands for the only node that has
; such children: tree-sitter looks at all that a named one can hold before it reads a file, 30 ms for each pattern.

[(comment) (multiline_comment)] @doc
((source_file . (comment) @doc) @file (#match? @doc "^///"))

; ── imports ─────────────────────────────────────────────────────────────────
(import_declaration (identifier) @source) @import

; ── types ───────────────────────────────────────────────────────────────────
(_ declaration_kind: "class" name: (type_identifier) @name) @definition.class
((_ declaration_kind: "struct" name: (type_identifier) @name) @definition.class (#set! variant struct))
((_ declaration_kind: "actor" name: (type_identifier) @name) @definition.class (#set! variant actor))
(_ declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
((protocol_declaration name: (type_identifier) @name) @definition.interface (#set! variant protocol))
(_ declaration_kind: ["class" "struct" "actor"] [(type_parameters) (type_constraints)] @type_parameters)
  @definition.class
(_ declaration_kind: "enum" [(type_parameters) (type_constraints)] @type_parameters) @definition.enum
(_ (modifiers (attribute) @decorator) declaration_kind: ["class" "struct" "actor"]) @definition.class
(_ (modifiers (attribute) @decorator) declaration_kind: "enum") @definition.enum

; Only a class can be extended by a class, and its superclass comes first; all else is a protocol.
(_
  declaration_kind: "class"
  name: (_) . (type_parameters)? . (inheritance_specifier inherits_from: (_) @reference.inherits)) @definition.class
((_
  declaration_kind: "class"
  (inheritance_specifier) . (inheritance_specifier inherits_from: (_) @reference.inherits)) @definition.class
  (#set! how implements))
((_
  declaration_kind: ["struct" "actor"]
  (inheritance_specifier inherits_from: (_) @reference.inherits)) @definition.class
  (#set! how implements))
((_
  declaration_kind: "enum"
  (inheritance_specifier inherits_from: (_) @reference.inherits)) @definition.enum
  (#set! how implements))
(protocol_declaration (inheritance_specifier inherits_from: (_) @reference.inherits)) @definition.interface
((_
  declaration_kind: "extension"
  name: (_) @owner
  (inheritance_specifier inherits_from: (_) @reference.inherits)) @conformance
  (#set! how implements))

(typealias_declaration name: (type_identifier) @name name: [
  (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (protocol_composition_type)
] @type) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
((enum_entry name: (simple_identifier) @name @definition.constant) (#set! variant case))

; ── functions ───────────────────────────────────────────────────────────────
(function_declaration name: (simple_identifier) @name) @definition.function
(function_declaration name: [
  (custom_operator) "==" "!=" "<" ">" "<=" ">=" "+" "-" "*" "/" "%" "+=" "-=" "*=" "/=" "===" "!==" "++" "--" "|" "^" "<<" ">>" "~"
] @name) @definition.function
(function_declaration (parameter) @parameter) @definition.function
(function_declaration [(type_parameters) (type_constraints)] @type_parameters) @definition.function
(function_declaration name: [
  (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type) (existential_type)
  (protocol_composition_type)
] @returns) @definition.function
(function_declaration (modifiers (attribute) @decorator)) @definition.function
((function_declaration "class") @definition.function (#set! modifier static))
((function_declaration (modifiers (property_modifier) @_class)) @definition.function (#eq? @_class "class") (#set! modifier static))
(function_declaration body: (function_body (statements . (_) @return .)))
((protocol_function_declaration name: (simple_identifier) @name) @definition.method (#set! declaration abstract))
(associatedtype_declaration name: (type_identifier) @name name: (_) @type) @definition.type
(protocol_function_declaration (parameter) @parameter) @definition.method
(protocol_function_declaration name: [
  (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type) (opaque_type) (existential_type)
] @returns) @definition.method
((protocol_body (init_declaration) @definition.method) (#set! declaration abstract))
(init_declaration name: "init" @name) @definition.method
(init_declaration (parameter) @parameter) @definition.method
((deinit_declaration "deinit" @name) @definition.method (#set! variant destructor))
((subscript_declaration "subscript" @name) @definition.method (#set! variant subscript))
(subscript_declaration (parameter) @parameter) @definition.method
(subscript_declaration name: [
  (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type)
] @returns) @definition.method
((macro_declaration (simple_identifier) @name) @definition.function (#set! variant macro))
(macro_declaration (parameter) @parameter) @definition.function
((lambda_literal) @definition.function (#set! parameter "$0"))
(lambda_literal type: (lambda_function_type (lambda_function_type_parameters) @parameters)) @definition.function
(lambda_literal type: (lambda_function_type [
  (user_type) (optional_type) (array_type) (dictionary_type) (tuple_type) (function_type)
] @returns)) @definition.function
(lambda_literal (statements . (_) @return .))
(control_transfer_statement "return" result: (_) @return)

; A computed property is a function that is read like a field.
((_ name: (pattern bound_identifier: (_) @name) computed_value: (_)) @definition.function
  (#set! variant property))
(_ (type_annotation (_) @returns) computed_value: (_)) @definition.function
(computed_property (statements . (_) @return .))
(computed_getter (statements . (_) @return .))

; ── members of extensions stand outside their type ──────────────────────────
((_
  declaration_kind: "extension"
  name: (_) @owner
  body: (_ [(function_declaration) (init_declaration) (subscript_declaration)] @definition.method))
  (#set! extension))
((_
  declaration_kind: "extension"
  name: (_) @owner
  body: (_ (_ computed_value: (_)) @definition.method))
  (#set! extension))
(_
  declaration_kind: "extension"
  name: (_) @owner
  body: (_ (property_declaration !computed_value) @definition.field))
(_
  declaration_kind: "extension"
  name: (_) @owner
  body: (_ (_ declaration_kind: ["class" "struct" "actor"]) @definition.class))
(_
  declaration_kind: "extension"
  name: (_) @owner
  body: (_ (_ declaration_kind: "enum") @definition.enum))
(_ declaration_kind: "extension" name: (_) @owner body: (_ (typealias_declaration) @definition.type))

; ── properties and variables (in functions: bindings only) ──────────────────
(property_declaration
  (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . (type_annotation (_) @type)?
  !computed_value) @definition.variable
(_
  (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . (type_annotation)? . value: (_) @value)
  @definition.variable
(_
  (value_binding_pattern) . name: (pattern bound_identifier: (_) @name) . (type_annotation)? . value: (lambda_literal) @anonymous)
  @definition.function
(_
  name: (pattern) name: (pattern bound_identifier: (_) @name) @definition.variable . (type_annotation (_) @type)?)
(_
  name: (pattern) name: (pattern bound_identifier: (_) @name) @definition.variable . (type_annotation)? . value: (_) @value)
(class_body (_ name: (pattern) name: (pattern bound_identifier: (_)) @definition.field))
(property_declaration (modifiers (attribute) @decorator) !computed_value) @definition.variable
(_ (modifiers (attribute) @decorator) computed_value: (_)) @definition.function
((_ (modifiers (property_modifier) @_class) computed_value: (_)) @definition.function (#eq? @_class "class") (#set! modifier static))
(protocol_property_declaration
  name: (pattern bound_identifier: (_) @name)
  (type_annotation (_) @type)) @definition.field

; ── bindings ────────────────────────────────────────────────────────────────
((_ name: (pattern . (pattern (simple_identifier) @target)) value: (_) @value) @binding (#set! key "0"))
((_ name: (pattern . (pattern) . (pattern (simple_identifier) @target)) value: (_) @value) @binding
  (#set! key "1"))
((_ name: (pattern . (pattern) . (pattern) . (pattern (simple_identifier) @target)) value: (_) @value)
  @binding (#set! key "2"))
((for_statement item: (pattern bound_identifier: (_) @target) collection: (_) @value) @binding (#set! through element))
((for_statement item: (pattern . (pattern (simple_identifier) @target)) collection: (_) @value) @binding
  (#set! through element) (#set! key "0"))
((for_statement item: (pattern . (pattern) . (pattern (simple_identifier) @target)) collection: (_) @value) @binding
  (#set! through element) (#set! key "1"))
(_ bound_identifier: (simple_identifier) @target . "=" . (_) @value) @binding
((pattern (pattern bound_identifier: (_) @target) name: (_) @type) @binding (#set! through pattern))
((switch_pattern (pattern (pattern (simple_identifier) @target))) @binding (#set! through pattern))
((assignment target: (directly_assignable_expression (_) @target) operator: "=" result: (_) @value) @binding (#set! assigns true))

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
(constructor_expression) @reference.call
((call_expression . (_) @receiver (call_suffix (value_arguments "[" (value_argument value: (_) @argument))))
  @reference.call (#set! implicit true) (#set! name subscript))
((additive_expression lhs: (_) @receiver op: "+" rhs: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "+"))
((additive_expression lhs: (_) @receiver op: "-" rhs: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "-"))
((multiplicative_expression lhs: (_) @receiver op: "*" rhs: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "*"))
((macro_invocation (simple_identifier) @name) @reference.call (#set! variant macro))

; ── decision points ─────────────────────────────────────────────────────────
["if" "guard" "for" "while"] @branch
(switch_entry (switch_pattern)) @branch
(switch_entry (where_keyword) @branch)
(for_statement (where_clause) @branch)
(catch_block) @branch
(ternary_expression) @branch
(nil_coalescing_expression) @branch
(conjunction_expression) @branch
(disjunction_expression) @branch
