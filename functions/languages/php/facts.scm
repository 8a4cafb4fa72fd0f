; PHP 8.4. What each capture means is told in languages/README.md.
; Variables keep their `$`, so that `$config = config()` is not mistaken for the function it calls.

(namespace_definition name: (namespace_name) @module)

; ── classes ─────────────────────────────────────────────────────────────────
(class_declaration name: (name) @name) @definition.class
(class_declaration (base_clause [(name) (qualified_name)] @reference.inherits)) @definition.class
((class_declaration (class_interface_clause [(name) (qualified_name)] @reference.inherits)) @definition.class
  (#set! how implements))
((interface_declaration name: (name) @name) @definition.interface
  (#set! variant interface))
(interface_declaration (base_clause [(name) (qualified_name)] @reference.inherits)) @definition.interface
((trait_declaration name: (name) @name) @definition.interface
  (#set! variant trait))
(enum_declaration name: (name) @name) @definition.enum
((enum_declaration (class_interface_clause [(name) (qualified_name)] @reference.inherits)) @definition.enum
  (#set! how implements))
(anonymous_class) @definition.class
(anonymous_class (base_clause [(name) (qualified_name)] @reference.inherits)) @definition.class
((anonymous_class (class_interface_clause [(name) (qualified_name)] @reference.inherits)) @definition.class
  (#set! how implements))
; What a trait's method is called here, and whose method of a name is meant.
((use_as_clause (class_constant_access_expression) @value (name) @name .) @definition.field
  (#set! declaration prototype))
((use_instead_of_clause (class_constant_access_expression (name) . (name) @name) @value) @definition.field
  (#set! declaration prototype))
((use_declaration [(name) (qualified_name)] @reference.inherits)
  (#set! how mixes_in))

; ── attributes ──────────────────────────────────────────────────────────────
(class_declaration attributes: (attribute_list (attribute_group) @decorator)) @definition.class
(interface_declaration attributes: (attribute_list (attribute_group) @decorator)) @definition.interface
(enum_declaration attributes: (attribute_list (attribute_group) @decorator)) @definition.enum
(function_definition attributes: (attribute_list (attribute_group) @decorator)) @definition.function
(method_declaration attributes: (attribute_list (attribute_group) @decorator)) @definition.method

; ── functions ───────────────────────────────────────────────────────────────
(function_definition name: (name) @name parameters: (_) @parameters) @definition.function
(function_definition return_type: (_) @returns) @definition.function
(method_declaration name: (name) @name parameters: (_) @parameters) @definition.method
(method_declaration return_type: (_) @returns) @definition.method
((method_declaration !body) @definition.method
  (#set! declaration abstract))
(anonymous_function parameters: (_) @parameters) @definition.function
(anonymous_function return_type: (_) @returns) @definition.function
(arrow_function parameters: (_) @parameters body: (_) @return) @definition.function
(arrow_function return_type: (_) @returns) @definition.function
(assignment_expression
  left: (variable_name) @name right: [(anonymous_function) (arrow_function)] @anonymous) @definition.function
((assignment_expression
  left: (member_access_expression object: (variable_name) @owner name: (name) @name)
  right: [(anonymous_function) (arrow_function)] @anonymous) @definition.function
  (#eq? @owner "$this")
  (#set! variant lambda))
(return_statement (_) @return)
(yield_expression (array_element_initializer (_) @yield .))

; ── constants, properties, variables ────────────────────────────────────────
(const_element . (name) @name (_) @value) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name)) @definition.field)
(property_declaration type: (_) @type (property_element) @definition.field)
(property_element name: (variable_name (name) @name) default_value: (_) @value) @definition.field
((property_declaration (static_modifier) (property_element) @definition.field)
  (#set! modifier static))
((enum_case name: (name) @name) @definition.constant
  (#set! variant enum_case))
(program (expression_statement (assignment_expression
  left: (variable_name) @name
  right: (_) @value) @definition.variable))
((program (expression_statement (function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)) . (argument (_) @value))) @definition.constant))
  (#eq? @_define "define"))

; ── bindings ────────────────────────────────────────────────────────────────
(assignment_expression
  left: [(variable_name) (member_access_expression) (scoped_property_access_expression) (subscript_expression) (list_literal)] @target
  right: (_) @value) @binding
(augmented_assignment_expression left: (variable_name) @target operator: "??=" right: (_) @value) @binding
((foreach_statement . (_) @value . (variable_name) @target) @binding
  (#set! through element))
((foreach_statement . (_) @value . (pair (_) . (_) @target)) @binding
  (#set! through element))
(foreach_statement (pair . (variable_name) @target)) @binding
(catch_clause type: (type_list (_) @type) name: (variable_name) @target) @binding
; What a condition says of a variable: where it holds, and where it does not.
(if_statement condition: (_) @test body: (_) @within) @binding
((if_statement condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
((if_statement
  condition: (_) @test
  body: [
    (return_statement) (expression_statement (throw_expression)) (continue_statement) (break_statement)
    (compound_statement [(return_statement) (expression_statement (throw_expression)) (continue_statement) (break_statement)] .)] .)
  @binding @within (#set! rest true) (#set! fails true))
(else_if_clause condition: (_) @test body: (_) @within) @binding
(while_statement condition: (_) @test body: (_) @within) @binding
(conditional_expression condition: (_) @test body: (_) @within) @binding
((conditional_expression condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
(binary_expression left: (_) @test operator: ["&&" "and"] right: (_) @within) @binding
((binary_expression left: (_) @test operator: ["||" "or"] right: (_) @within) @binding (#set! fails true))
((expression_statement (function_call_expression function: (name) @_assert arguments: (arguments . (argument (_) @test))))
  @binding @within (#eq? @_assert "assert") (#set! rest true))
(match_conditional_expression
  conditional_expressions: (match_condition_list . (_) @test .)
  return_expression: (_) @within) @binding
((global_declaration (variable_name) @target) @binding
  (#set! through outer))

; ── imports ─────────────────────────────────────────────────────────────────
(namespace_use_declaration (namespace_use_clause !alias . (name) @source)) @import
(namespace_use_declaration (namespace_use_clause . (name) @source alias: (name) @alias)) @import
(namespace_use_declaration (namespace_use_clause
  !type !alias
  (qualified_name prefix: (namespace_name) @source (name) @name))) @import
(namespace_use_declaration (namespace_use_clause
  (qualified_name prefix: (namespace_name) @source (name) @name)
  alias: (name) @alias)) @import
((namespace_use_declaration (namespace_use_clause
  type: "const"
  (qualified_name prefix: (namespace_name) @source (name) @name))) @import
  (#set! form const))
((namespace_use_declaration (namespace_use_clause
  type: "function"
  (qualified_name prefix: (namespace_name) @source (name) @name))) @import
  (#set! form function))
(namespace_use_declaration
  (namespace_name) @source
  body: (namespace_use_group (namespace_use_clause !alias . (name) @name))) @import
(namespace_use_declaration
  (namespace_name) @source
  body: (namespace_use_group (namespace_use_clause . (name) @name alias: (name) @alias))) @import
((require_once_expression (string (string_content) @source)) @import
  (#set! form include))
((require_once_expression (binary_expression right: (string (string_content) @source))) @import
  (#set! form include))
((require_expression (string (string_content) @source)) @import
  (#set! form include))
((require_expression (binary_expression right: (string (string_content) @source))) @import
  (#set! form include))
((include_expression (string (string_content) @source)) @import
  (#set! form include))
((include_expression (binary_expression right: (string (string_content) @source))) @import
  (#set! form include))
((include_once_expression (string (string_content) @source)) @import
  (#set! form include))
((include_once_expression (binary_expression right: (string (string_content) @source))) @import
  (#set! form include))

; ── calls ───────────────────────────────────────────────────────────────────
(function_call_expression) @reference.call
(member_call_expression) @reference.call
(nullsafe_member_call_expression) @reference.call
(scoped_call_expression) @reference.call
(object_creation_expression [(name) (qualified_name) (variable_name)]) @reference.call
; array_map('trim_all', $xs): a function by its name
((function_call_expression
  function: (name) @_runs
  arguments: (arguments . (argument (string (string_content) @name) @reference.call)))
  (#any-of? @_runs
    "array_map" "call_user_func" "call_user_func_array" "register_shutdown_function" "set_error_handler"
    "set_exception_handler" "spl_autoload_register")
  (#match? @name "^[A-Za-z_]\\w*$") (#set! implicit true))
((function_call_expression
  function: (name) @_runs
  arguments: (arguments . (_) . (argument (string (string_content) @name) @reference.call)))
  (#any-of? @_runs
    "array_filter" "array_walk" "array_reduce" "usort" "uasort" "uksort" "preg_replace_callback")
  (#match? @name "^[A-Za-z_]\\w*$") (#set! implicit true))

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(else_if_clause) @branch
(for_statement) @branch
(foreach_statement) @branch
(while_statement) @branch
(do_statement) @branch
(case_statement) @branch
(match_conditional_expression) @branch
(catch_clause) @branch
(conditional_expression) @branch
(binary_expression operator: ["&&" "||" "and" "or" "??"] @branch)
(augmented_assignment_expression operator: "??=" @branch)

; ── documentation ───────────────────────────────────────────────────────────
(comment) @doc
