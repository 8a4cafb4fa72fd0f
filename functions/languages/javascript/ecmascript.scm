; What JavaScript and TypeScript share. What each capture means is told in languages/README.md.
; Within other nodes `_` with `object:` or `property:` is a member expression, with `function:` a call.

; ── classes ─────────────────────────────────────────────────────────────────
(class_declaration name: (_) @name) @definition.class
(class name: (_)? @name) @definition.class
(variable_declarator name: (identifier) @name value: (class) @anonymous) @definition.class
(assignment_expression left: (identifier) @name right: (class) @anonymous) @definition.class
((assignment_expression
  left: (_ property: (property_identifier) @name)
  right: (class) @anonymous) @definition.class
  (#not-eq? @name "exports"))
; module.exports = class {}: nothing else names it.
((assignment_expression
  left: (_ property: (property_identifier) @name)
  right: (class !name) @anonymous) @definition.class
  (#eq? @name "exports"))
(class_declaration decorator: (decorator) @decorator) @definition.class
(export_statement decorator: (decorator) @decorator declaration: (class_declaration) @definition.class)

; ── functions ───────────────────────────────────────────────────────────────
(function_declaration name: (_) @name parameters: (_) @parameters) @definition.function
((generator_function_declaration name: (_) @name parameters: (_) @parameters) @definition.function
  (#set! modifier generator))
(function_expression name: (_)? @name parameters: (_) @parameters) @definition.function
((generator_function name: (_)? @name parameters: (_) @parameters) @definition.function
  (#set! modifier generator))
(arrow_function parameters: (_) @parameters) @definition.function
(arrow_function parameter: (_) @parameter) @definition.function
(arrow_function body: (expression) @return)
(return_statement (_) @return)
(yield_expression (_) @yield)

; methods of classes and functions of object literals
(method_definition name: (_) @name parameters: (_) @parameters) @definition.function
((method_definition "get") @definition.function (#set! variant getter))
((method_definition "set") @definition.function (#set! variant setter))
((object (method_definition) @definition.function)
  (#not-match? @definition.function "^(get|set)\\s+[^(\\s]")
  (#set! variant method))
((method_definition "*") @definition.function (#set! modifier generator))

; ── functions and classes by the name they are given ────────────────────────
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
; behind parentheses, and in a call that gives the function's own behaviour: memo((props) => …)
((variable_declarator
  name: (identifier) @name
  value: [(parenthesized_expression) (call_expression)] @anonymous) @definition.function
  (#set! inside true))
((assignment_expression
  left: (identifier) @name
  right: [(parenthesized_expression) (call_expression)] @anonymous) @definition.function
  (#set! inside true))
((assignment_expression
  left: (_ object: (_) @owner property: (_) @name)
  right: [(parenthesized_expression) (call_expression)] @anonymous) @definition.function
  (#not-match? @owner "(^module|exports|prototype)$")
  (#set! inside true)
  (#set! ofOwner true))
((assignment_expression
  left: (_ object: (_) @_exports property: (_) @name)
  right: [(parenthesized_expression) (call_expression)] @anonymous) @definition.function
  (#match? @_exports "^(module\\.)?exports$")
  (#set! inside true))
((pair
  key: [(property_identifier) (string)] @name
  value: [(parenthesized_expression) (call_expression)] @anonymous) @definition.function
  (#set! inside true)
  (#set! variant method))
((export_statement "default" value: [(parenthesized_expression) (call_expression)] @anonymous) @definition.function
  (#set! inside true)
  (#set! name default)
  (#set! modifier exported))
(assignment_expression
  left: (identifier) @name
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
(assignment_expression
  left: (_ object: (this) @owner property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
((assignment_expression
  left: (_ object: (identifier) @_exports property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
  (#eq? @_exports "exports"))
((assignment_expression
  left: (_ object: (identifier) @owner property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
  (#not-eq? @owner "exports")
  (#not-eq? @owner "module")
  (#set! ofOwner true))
((assignment_expression
  left: (_
    object: (_ object: (_) @owner property: (_) @_prototype)
    property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
  (#eq? @_prototype "prototype"))
; module.exports = function () {}: nothing else names it.
((assignment_expression
  left: (_ object: (identifier) @_module property: (property_identifier) @name)
  right: [(arrow_function) (function_expression !name) (generator_function !name)] @anonymous) @definition.function
  (#eq? @_module "module")
  (#eq? @name "exports"))
((assignment_expression
  left: (_
    object: (_ object: (identifier) @_module property: (property_identifier) @_exports)
    property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
  (#eq? @_module "module")
  (#eq? @_exports "exports"))
((assignment_expression
  left: (_
    object: (_ property: (_) @_of) @owner
    property: (_) @name)
  right: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
  (#not-eq? @_of "prototype")
  (#not-eq? @_of "exports")
  (#set! ofOwner true))
((pair
    key: [(property_identifier) (string) (number)] @name
    value: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
  (#set! variant method))

; Foo.prototype = { bar() {} }
((assignment_expression
  left: (_ object: (identifier) @owner property: (_) @_prototype)
  right: (object (method_definition) @definition.function))
  (#eq? @_prototype "prototype"))
((assignment_expression
  left: (_ object: (identifier) @owner property: (_) @_prototype)
  right: (object (pair value: [(function_expression) (arrow_function)]) @definition.function))
  (#eq? @_prototype "prototype"))

; ── variables ───────────────────────────────────────────────────────────────
(lexical_declaration
  kind: "const"
  (variable_declarator name: (identifier) @name value: (_)? @value) @definition.constant)
(lexical_declaration
  kind: "let"
  (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)
(variable_declaration
  (variable_declarator name: (identifier) @name value: (_)? @value) @definition.variable)
(variable_declarator name: (object_pattern [
  (shorthand_property_identifier_pattern) @name @definition.constant
  (object_assignment_pattern left: (_) @name @definition.constant)
  (pair_pattern value: (identifier) @name @definition.constant)]))
(variable_declarator name: (array_pattern (identifier) @name @definition.constant))

; ── bindings ────────────────────────────────────────────────────────────────
(variable_declarator name: [(object_pattern) (array_pattern)] @target value: (_) @value) @binding
((assignment_expression left: (_) @target right: (_) @value) @binding (#set! assigns true))
((augmented_assignment_expression left: (_) @target operator: ["??=" "||="] right: (_) @value) @binding (#set! assigns true))
((for_in_statement kind: ["let" "const"] left: (_) @target operator: "of" right: (_) @value) @binding
  (#set! through element)
  (#set! block true))
((for_in_statement kind: "var" left: (_) @target operator: "of" right: (_) @value) @binding (#set! through element))
((for_in_statement !kind left: (_) @target operator: "of" right: (_) @value) @binding (#set! through element))
; A name that takes what no text tells: keys, failures.
((for_in_statement kind: ["let" "const"] left: (_) @target operator: "in") @binding (#set! block true))
(for_in_statement kind: "var" left: (_) @target operator: "in") @binding
((catch_clause parameter: (_) @target) @binding (#set! block true))
; What a condition says of a variable.
(if_statement condition: (_) @test consequence: (_) @within) @binding
((if_statement condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
((if_statement
  condition: (_) @test
  consequence: [
    (return_statement) (throw_statement) (continue_statement) (break_statement)
    (statement_block [(return_statement) (throw_statement) (continue_statement) (break_statement)] .)] .)
  @binding @within (#set! rest true) (#set! fails true))
(ternary_expression condition: (_) @test consequence: (_) @within) @binding
((ternary_expression condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
(while_statement condition: (_) @test body: (_) @within) @binding
(binary_expression left: (_) @test operator: "&&" right: (_) @within) @binding
((binary_expression left: (_) @test operator: "||" right: (_) @within) @binding (#set! fails true))
; p.then(x => …): x is what p promises
((call_expression
  function: (_ object: (_) @value property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameter: (identifier) @target))) @binding
  (#eq? @_then "then"))
((call_expression
  function: (_ object: (_) @value property: (property_identifier) @_then)
  arguments: (arguments . (arrow_function parameters: (formal_parameters . (_) @target)))) @binding
  (#eq? @_then "then"))

; ── imports ─────────────────────────────────────────────────────────────────
(import_statement . "import" . source: (string) @source) @import
((import_statement (import_clause (identifier) @alias) source: (string) @source) @import
  (#set! name default))
((import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @source) @import
  (#set! name "*"))
(import_statement
  (import_clause (named_imports (import_specifier name: _ @name alias: (_)? @alias)))
  source: (string) @source) @import
; an expression that is a module is a name of its own, which this import binds
((call_expression function: (identifier) @_require arguments: (arguments . (string) @source .)) @alias @import
  (#eq? @_require "require")
  (#set! form require))
((call_expression function: (import) arguments: (arguments . (string) @source)) @alias @import
  (#set! form dynamic)
  (#set! name "*"))
((variable_declarator
  name: (identifier) @alias
  value: (_ function: (identifier) @_require arguments: (arguments . (string) @source .))) @import
  (#eq? @_require "require")
  (#set! form require))
((variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (_ function: (identifier) @_require arguments: (arguments . (string) @source .))) @import
  (#eq? @_require "require")
  (#set! form require))
((variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @name value: (identifier) @alias))
  value: (_ function: (identifier) @_require arguments: (arguments . (string) @source .))) @import
  (#eq? @_require "require")
  (#set! form require))
((variable_declarator
  name: (identifier) @alias
  value: (_
    object: (_ function: (identifier) @_require arguments: (arguments . (string) @source .))
    property: (property_identifier) @name)) @import
  (#eq? @_require "require")
  (#set! form require))

; ── exports ─────────────────────────────────────────────────────────────────
((export_statement declaration: (function_declaration) @definition.function) (#set! modifier exported))
((export_statement declaration: (generator_function_declaration) @definition.function) (#set! modifier exported))
((export_statement declaration: (class_declaration) @definition.class) (#set! modifier exported))
((export_statement declaration: (_ (variable_declarator) @definition.variable)) (#set! modifier exported))
((export_statement "default" declaration: (function_declaration) @definition.function) (#set! modifier default))
((export_statement "default" declaration: (generator_function_declaration) @definition.function)
  (#set! modifier default))
((export_statement "default" declaration: (class_declaration) @definition.class) (#set! modifier default))
((export_statement "default" declaration: (_ name: (_) @value)) @export (#set! name default))
((export_statement "default" value: (_) @value) @export (#set! name default))
((export_statement "default"
  value: [(arrow_function) (function_expression) (generator_function)] @definition.function)
  (#set! name default)
  (#set! modifier exported))
((export_statement "default" value: (class) @definition.class) (#set! name default) (#set! modifier exported))
(export_statement !source (export_clause (export_specifier name: (_) @value alias: _ @name))) @export
(export_statement !source (export_clause (export_specifier name: (_) @value !alias))) @export
((export_statement
  (export_clause (export_specifier name: _ @name alias: _? @alias))
  source: (string) @source) @import
  (#set! reexport true))
((export_statement "*" source: (string) @source) @import
  (#set! name "*")
  (#set! reexport true))
((export_statement (namespace_export (_) @alias) source: (string) @source) @import
  (#set! name "*")
  (#set! reexport true))
; CommonJS
((assignment_expression
  left: (_ object: (identifier) @_module property: (property_identifier) @_exports)
  right: (_) @value) @export
  (#eq? @_module "module")
  (#eq? @_exports "exports")
  (#set! name "="))
((assignment_expression
  left: (_ object: (identifier) @_exports property: (property_identifier) @name)
  right: (_) @value) @export
  (#eq? @_exports "exports"))
((assignment_expression
  left: (_
    object: (_ object: (identifier) @_module property: (property_identifier) @_exports)
    property: (property_identifier) @name)
  right: (_) @value) @export
  (#eq? @_module "module")
  (#eq? @_exports "exports"))

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
(new_expression) @reference.call
; Of members that stand where nothing else is read: what may be a property.
([
  (binary_expression (member_expression) @reference.call)
  (unary_expression operator: ["!" "-" "+" "~" "typeof" "void"] argument: (member_expression) @reference.call)
  (parenthesized_expression (member_expression) @reference.call)
  (ternary_expression condition: (member_expression) @reference.call)
  (template_substitution (member_expression) @reference.call)
  (subscript_expression index: (member_expression) @reference.call)
  (update_expression argument: (member_expression) @reference.call)
  (augmented_assignment_expression left: (member_expression) @reference.call)
  (throw_statement (member_expression) @reference.call)
  (expression_statement (member_expression) @reference.call)
] (#set! implicit true))

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(for_statement) @branch
(for_in_statement) @branch
(while_statement) @branch
(do_statement) @branch
(switch_case) @branch
(catch_clause) @branch
(ternary_expression "?" @branch)
(binary_expression operator: ["&&" "||" "??"] @branch)
(augmented_assignment_expression operator: ["&&=" "||=" "??="] @branch)

; ── documentation ───────────────────────────────────────────────────────────
(comment) @doc
