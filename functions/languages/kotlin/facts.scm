; Kotlin 2. What each capture means is told in languages/README.md.

(package_header (qualified_identifier) @module)
((block_comment) @doc)

; ── imports ─────────────────────────────────────────────────────────────────
((import (qualified_identifier (identifier) @name .) @source .) @import (#not-match? @import "\\*\\s*$"))
(import (qualified_identifier (identifier) @name .) @source (identifier) @alias) @import
((import (qualified_identifier) @source .) @import (#match? @import "\\*\\s*$") (#set! name "*"))

; ── classes, interfaces, objects ────────────────────────────────────────────
(class_declaration "class" name: (identifier) @name) @definition.class
(class_declaration "interface" name: (identifier) @name) @definition.interface
((class_declaration (modifiers (class_modifier "enum"))) @definition.class (#set! variant enum))
((class_declaration (modifiers (class_modifier "annotation"))) @definition.class (#set! variant annotation))
(class_declaration "class" (type_parameters) @type_parameters) @definition.class
(class_declaration "interface" (type_parameters) @type_parameters) @definition.interface
(class_declaration (modifiers (annotation) @decorator) "class") @definition.class
(class_declaration (modifiers (annotation) @decorator) "interface") @definition.interface
(class_declaration "class" (primary_constructor (class_parameters) @parameters)) @definition.class
(class_declaration "class" (delegation_specifiers (delegation_specifier
  (constructor_invocation (user_type) @reference.inherits)))) @definition.class
((class_declaration "class" (delegation_specifiers (delegation_specifier
  [(user_type) @reference.inherits (explicit_delegation (user_type) @reference.inherits)]))) @definition.class
  (#set! how implements))
(class_declaration "interface" (delegation_specifiers (delegation_specifier
  (user_type) @reference.inherits))) @definition.interface


; `annotation class Name` behind annotations and without a body is an infix call of `class` to the grammar.
((source_file (annotated_expression (annotation) @decorator
  (infix_expression (identifier) @_class . (identifier) @name .)) @definition.class)
  (#eq? @_class "class") (#set! variant annotation))
((source_file (annotated_expression (annotation) @decorator (annotated_expression (annotation) @decorator
  (infix_expression (identifier) @_class . (identifier) @name .))) @definition.class)
  (#eq? @_class "class") (#set! variant annotation))
((source_file (annotated_expression (annotation) @decorator (annotated_expression (annotation) @decorator
  (annotated_expression (annotation) @decorator (infix_expression (identifier) @_class . (identifier) @name .)))) @definition.class)
  (#eq? @_class "class") (#set! variant annotation))

((object_declaration name: (identifier) @name) @definition.class (#set! variant object))
(object_declaration (modifiers (annotation) @decorator)) @definition.class
(object_declaration (delegation_specifiers (delegation_specifier
  (constructor_invocation (user_type) @reference.inherits)))) @definition.class
((object_declaration (delegation_specifiers (delegation_specifier
  [(user_type) @reference.inherits (explicit_delegation (user_type) @reference.inherits)]))) @definition.class
  (#set! how implements))
((companion_object name: (identifier) @name) @definition.class (#set! variant companion))
((companion_object !name) @definition.class (#set! variant companion) (#set! name Companion))
(companion_object (delegation_specifiers (delegation_specifier
  (constructor_invocation (user_type) @reference.inherits)))) @definition.class
((companion_object (delegation_specifiers (delegation_specifier
  [(user_type) @reference.inherits (explicit_delegation (user_type) @reference.inherits)]))) @definition.class
  (#set! how implements))

; An anonymous class is its body: what its constructors are given belongs to the scope around it.
(object_literal (delegation_specifiers (delegation_specifier
  (constructor_invocation (user_type) @reference.inherits))) (class_body) @definition.class)
((object_literal (delegation_specifiers (delegation_specifier
  [(user_type) @reference.inherits (explicit_delegation (user_type) @reference.inherits)])) (class_body) @definition.class)
  (#set! how implements))
(object_literal (class_body) @definition.class)
(class_declaration name: (identifier) @reference.inherits
  (enum_class_body (enum_entry (class_body) @definition.class)))

; ── functions ───────────────────────────────────────────────────────────────
(function_declaration name: (identifier) @name (function_value_parameters) @parameters) @definition.function
((function_declaration [(user_type) (nullable_type) (parenthesized_type)] @owner . name: (identifier))
  @definition.function (#set! extension true))
(function_declaration (type_parameters) @type_parameters) @definition.function
(function_declaration (function_value_parameters) . (type) @returns) @definition.function
(function_declaration (modifiers (annotation) @decorator)) @definition.function
(function_declaration (function_body (expression) @return)) @definition.function
((function_declaration (function_value_parameters) .) @definition.function (#set! declaration abstract))
((function_declaration (function_value_parameters) . (type) .) @definition.function (#set! declaration abstract))
((secondary_constructor (function_value_parameters) @parameters) @definition.method
  (#set! name constructor) (#set! variant constructor))
(secondary_constructor (modifiers (annotation) @decorator)) @definition.method
((getter (function_body)) @definition.function (#set! name get) (#set! variant getter))
(getter (function_body (expression) @return)) @definition.function
((setter (function_body)) @definition.function (#set! name set) (#set! variant setter))
(setter (identifier) @parameter (function_body)) @definition.function

((lambda_literal) @definition.function (#set! parameter it))
(lambda_literal (lambda_parameters) @parameters) @definition.function
(lambda_literal (expression) @return .) @definition.function
(anonymous_function (function_value_parameters) @parameters) @definition.function
(anonymous_function (function_value_parameters) . (type) @returns) @definition.function
(anonymous_function (function_body (expression) @return)) @definition.function
((property_declaration
  (variable_declaration (identifier) @name) "=" . [(lambda_literal) (anonymous_function)] @anonymous) @definition.function
  (#set! variant lambda))
(return_expression (expression) @return)

; ── properties ──────────────────────────────────────────────────────────────
(property_declaration (variable_declaration (identifier) @name)) @definition.variable
(property_declaration (variable_declaration (identifier) (type) @type)) @definition.variable
(property_declaration (variable_declaration) "=" . (expression) @value) @definition.variable
(property_declaration (property_delegate (expression) @value)) @definition.variable
(property_declaration (modifiers (annotation) @decorator)) @definition.variable
(property_declaration (modifiers (property_modifier "const"))) @definition.constant
((property_declaration [(user_type) (nullable_type) (parenthesized_type)] @owner . (variable_declaration))
  @definition.variable (#set! extension true))
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @name) @definition.variable))
(property_declaration (multi_variable_declaration) @target "=" . (_) @value) @binding
(class_parameter ["val" "var"] (identifier) @name) @definition.field
(class_parameter ["val" "var"] (identifier) (type) @type) @definition.field
((enum_entry . (modifiers)? . (identifier) @name) @definition.constant (#set! variant enum_entry))
(class_declaration name: (identifier) @type (enum_class_body (enum_entry) @definition.constant))
(type_alias type: (identifier) @name (type) @type .) @definition.type
(type_alias type: (identifier) (type_parameters) @type_parameters) @definition.type

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
((infix_expression . (_) . (identifier) @_function) @reference.call
  (#not-any-of? @_function "class" "interface" "object" "fun" "public" "internal" "private"))
; Operators that a type may have of its own.
((binary_expression operator: ["+" "-" "*" "/" "%"]) @reference.call (#set! implicit true))
((binary_expression left: (_) @receiver operator: ["<" ">" "<=" ">="] right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name compareTo))
((unary_expression operator: "-" argument: (_) @receiver) @reference.call (#set! implicit true) (#set! name unaryMinus))
((unary_expression operator: "!" argument: (_) @receiver) @reference.call (#set! implicit true) (#set! name not))
((unary_expression operator: "++" argument: (_) @receiver) @reference.call (#set! implicit true) (#set! name inc))
((in_expression left: (_) @argument right: (_) @receiver) @reference.call (#set! implicit true) (#set! name contains))
((range_expression . (_) @receiver . (_) @argument) @reference.call (#set! implicit true) (#set! name rangeTo))
((index_expression . (_) @receiver . (_) @argument) @reference.call (#set! implicit true) (#set! name get))
((assignment left: (index_expression . (_) @receiver . (_) @argument) @reference.call "=" right: (_) @argument)
  (#set! implicit true) (#set! name set))
((assignment left: (_) @receiver operator: "+=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name plusAssign))
((assignment left: (_) @receiver operator: "-=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name minusAssign))
(constructor_delegation_call) @reference.call
(delegation_specifier (constructor_invocation (user_type) @type (value_arguments)? @arguments) @reference.call)
(class_declaration name: (identifier) @type
  (enum_class_body (enum_entry (value_arguments)? @arguments) @reference.call))

; ── bindings ────────────────────────────────────────────────────────────────
((assignment left: (_) @target operator: "=" right: (_) @value) @binding (#set! assigns true))
((for_statement (variable_declaration (identifier) @target (type)? @type) "in" . (_) @value) @binding
  (#set! through element))
((for_statement (multi_variable_declaration) @target "in" . (_) @value) @binding (#set! through element))
(catch_block (identifier) @target . (type) @type) @binding
(when_subject (variable_declaration (identifier) @target) "=" . (_) @value) @binding
(when_expression (when_subject (identifier) @target)
  (when_entry . condition: (type_test "is" (type) @type) . "->" . (_) @within)) @binding
(when_expression (when_subject (variable_declaration (identifier) @target))
  (when_entry . condition: (type_test "is" (type) @type) . "->" . (_) @within)) @binding
; What a condition says of a variable: where it holds, and where it does not.
(if_expression condition: (_) @test . ")" . (_) @within) @binding
((if_expression condition: (_) @test "else" . (_) @within) @binding (#set! fails true))
(binary_expression left: (_) @test operator: "&&" right: (_) @within) @binding
((binary_expression left: (_) @test operator: "||" right: (_) @within) @binding (#set! fails true))
(when_entry . condition: (_) @test . "->" . (_) @within) @binding
((if_expression condition: (_) @test . ")" . [
  (return_expression)
  (throw_expression)
  (block [(return_expression) (throw_expression)] .)
] .) @binding @within (#set! fails true) (#set! rest true))

; ── complexity ──────────────────────────────────────────────────────────────
(if_expression) @branch
(when_entry . condition: (_) @branch)
(for_statement) @branch
(while_statement) @branch
(do_while_statement) @branch
(catch_block) @branch
(binary_expression operator: ["&&" "||" "?:"] @branch)
