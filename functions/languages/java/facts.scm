; Java 21. What each capture means is told in languages/README.md.

(package_declaration [(identifier) (scoped_identifier)] @module)
((block_comment) @doc)
((line_comment) @doc)

; ── imports ─────────────────────────────────────────────────────────────────
((import_declaration (scoped_identifier scope: (_) @source name: (_) @name) .) @import
  (#not-match? @import "^import\\s+static\\s"))
((import_declaration (scoped_identifier scope: (_) @source name: (_) @name) .) @import
  (#match? @import "^import\\s+static\\s") (#set! static true))
((import_declaration (_) @source (asterisk)) @import
  (#not-match? @import "^import\\s+static\\s") (#set! name "*"))
((import_declaration (_) @source (asterisk)) @import
  (#match? @import "^import\\s+static\\s") (#set! name "*") (#set! static true))
(import_declaration (identifier) @source .) @import

; ── classes ─────────────────────────────────────────────────────────────────
(class_declaration name: (identifier) @name) @definition.class
(class_declaration type_parameters: (_) @type_parameters) @definition.class
(class_declaration superclass: (superclass (_) @reference.inherits)) @definition.class
((class_declaration interfaces: (super_interfaces (type_list (_) @reference.inherits))) @definition.class
  (#set! how implements))
(class_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.class

(interface_declaration name: (identifier) @name) @definition.interface
(interface_declaration type_parameters: (_) @type_parameters) @definition.interface
(interface_declaration (extends_interfaces (type_list (_) @reference.inherits))) @definition.interface
(interface_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.interface

((annotation_type_declaration name: (identifier) @name) @definition.interface (#set! variant annotation))
(annotation_type_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.interface

(enum_declaration name: (identifier) @name) @definition.enum
((enum_declaration interfaces: (super_interfaces (type_list (_) @reference.inherits))) @definition.enum
  (#set! how implements))
(enum_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.enum

((record_declaration name: (identifier) @name parameters: (_) @parameters) @definition.class
  (#set! variant record))
(record_declaration type_parameters: (_) @type_parameters) @definition.class
((record_declaration interfaces: (super_interfaces (type_list (_) @reference.inherits))) @definition.class
  (#set! how implements))
(record_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.class
(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))
(record_declaration parameters: (formal_parameters
  (spread_parameter (variable_declarator name: (identifier) @name)) @definition.field))

; An anonymous class is its body: the arguments before it belong to the scope around it.
(object_creation_expression type: (_) @reference.inherits (class_body) @definition.class)
(enum_declaration name: (identifier) @reference.inherits
  body: (enum_body (enum_constant body: (class_body) @definition.class)))

; ── methods and constructors ────────────────────────────────────────────────
(method_declaration type: (_) @returns name: (identifier) @name parameters: (_) @parameters) @definition.method
(method_declaration type_parameters: (_) @type_parameters) @definition.method
(method_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.method
((method_declaration !body) @definition.method (#set! declaration abstract))
((constructor_declaration name: (identifier) @name parameters: (_) @parameters) @definition.method
  (#set! variant constructor))
(constructor_declaration type_parameters: (_) @type_parameters) @definition.method
(constructor_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.method
((compact_constructor_declaration name: (identifier) @name) @definition.method (#set! variant constructor))
(compact_constructor_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.method
(record_declaration parameters: (_) @parameters
  body: (class_body (compact_constructor_declaration) @definition.method))
((annotation_type_element_declaration type: (_) @returns name: (identifier) @name) @definition.method
  (#set! declaration abstract))
(annotation_type_element_declaration (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.method

(lambda_expression parameters: [(formal_parameters) (inferred_parameters)] @parameters) @definition.function
(lambda_expression parameters: (identifier) @parameter) @definition.function
(lambda_expression body: (expression) @return) @definition.function
; A function by the name of what holds it; of several declarators each is its own.
((local_variable_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (lambda_expression) @anonymous) @definition.function)
  (#set! variant lambda))
((field_declaration type: (_) .
  declarator: (variable_declarator name: (identifier) @name value: (lambda_expression) @anonymous) .) @definition.function
  (#set! variant lambda))
((field_declaration declarator: (variable_declarator) .
  declarator: (variable_declarator name: (identifier) @name value: (lambda_expression) @anonymous) @definition.function)
  (#set! variant lambda))
((field_declaration
  declarator: (variable_declarator name: (identifier) @name value: (lambda_expression) @anonymous) @definition.function .
  declarator: (variable_declarator))
  (#set! variant lambda))
((constant_declaration type: (_) .
  declarator: (variable_declarator name: (identifier) @name value: (lambda_expression) @anonymous) .) @definition.function
  (#set! variant lambda))
(return_statement (_) @return)

; ── fields and constants: a field of its own is the whole declaration, one of several its declarator ───────────
(field_declaration type: (_) @type .
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) .) @definition.field
(field_declaration type: (_) @type declarator: (variable_declarator) .
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.field)
(field_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.field .
  declarator: (variable_declarator))
(field_declaration (modifiers ["public" "protected" "private" "static" "final" "volatile" "transient"] @modifier)
  declarator: (variable_declarator) @definition.field . declarator: (variable_declarator))
(field_declaration (modifiers ["public" "protected" "private" "static" "final" "volatile" "transient"] @modifier)
  declarator: (variable_declarator) . declarator: (variable_declarator) @definition.field)
(field_declaration (modifiers [(annotation) (marker_annotation)] @decorator) type: (_) .
  declarator: (variable_declarator) .) @definition.field
(constant_declaration type: (_) @type .
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) .) @definition.constant
(constant_declaration type: (_) @type declarator: (variable_declarator) .
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)
(constant_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant .
  declarator: (variable_declarator))
((enum_constant name: (identifier) @name) @definition.constant (#set! variant enum_constant))
(enum_constant (modifiers [(annotation) (marker_annotation)] @decorator)) @definition.constant
(enum_declaration name: (identifier) @type body: (enum_body (enum_constant) @definition.constant))

; ── calls ───────────────────────────────────────────────────────────────────
(method_invocation) @reference.call
(object_creation_expression) @reference.call
(explicit_constructor_invocation) @reference.call
(enum_declaration name: (identifier) @type
  body: (enum_body (enum_constant arguments: (_)? @arguments) @reference.call))

; ── bindings ────────────────────────────────────────────────────────────────
(local_variable_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @target value: (_)? @value)) @binding
((assignment_expression left: (_) @target operator: "=" right: (_) @value) @binding (#set! assigns true))
((enhanced_for_statement type: (_) @type name: (identifier) @target value: (_) @value) @binding
  (#set! through element))
(resource type: (_) @type name: (identifier) @target value: (_) @value) @binding
(catch_formal_parameter (catch_type) @type name: (identifier) @target) @binding
((instanceof_expression left: (_) @value right: (_) @type name: (identifier) @target) @binding
  (#set! through pattern))
((type_pattern (_) @type . (identifier) @target) @binding (#set! through pattern))
((record_pattern_component (_) @type . (identifier) @target) @binding (#set! through pattern))

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(while_statement) @branch
(do_statement) @branch
(for_statement) @branch
(enhanced_for_statement) @branch
(catch_clause) @branch
(ternary_expression) @branch
(switch_label "case" @branch)
(guard) @branch
(binary_expression operator: ["&&" "||"] @branch)
