; C# 12. What each capture means is told in languages/README.md.

(file_scoped_namespace_declaration name: (_) @module)
(namespace_declaration name: (_) @name) @definition.module
((comment) @doc)

; ── imports: a namespace opens all its names, an alias names one ────────────────────────────────────────────────
((using_directive !name (_) @source .) @import
  (#not-match? @import "^(global\\s+)?using\\s+(static|unsafe)\\s|^global") (#set! name "*"))
((using_directive !name (_) @source .) @import
  (#match? @import "^global\\s+using\\s+") (#not-match? @import "^global\\s+using\\s+static\\s")
  (#set! name "*") (#set! form global))
((using_directive !name (_) @source .) @import
  (#match? @import "^using\\s+static\\s") (#set! name "*") (#set! static true))
((using_directive !name (_) @source .) @import
  (#match? @import "^global\\s+using\\s+static\\s") (#set! name "*") (#set! static true) (#set! form global))
(using_directive name: (identifier) @alias . (qualified_name qualifier: (_) @source name: (_) @name)) @import
(using_directive name: (identifier) @alias . (identifier) @source) @import

; ── classes and kin ─────────────────────────────────────────────────────────
(class_declaration name: (identifier) @name) @definition.class
((struct_declaration name: (identifier) @name) @definition.class (#set! variant struct) (#not-eq? @name "__"))
((record_declaration name: (identifier) @name) @definition.class (#set! variant record))
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
((delegate_declaration type: (_) @returns name: (identifier) @name parameters: (_) @parameters) @definition.type
  (#set! variant delegate))
(class_declaration (attribute_list) @decorator) @definition.class
(struct_declaration (attribute_list) @decorator) @definition.class
(record_declaration (attribute_list) @decorator) @definition.class
(interface_declaration (attribute_list) @decorator) @definition.interface
(enum_declaration (attribute_list) @decorator) @definition.enum
(class_declaration (type_parameter_list) @type_parameters) @definition.class
((struct_declaration name: (identifier) @_name (type_parameter_list) @type_parameters) @definition.class
  (#not-eq? @_name "__"))
(record_declaration (type_parameter_list) @type_parameters) @definition.class
(interface_declaration type_parameters: (_) @type_parameters) @definition.interface
(class_declaration (type_parameter_constraints_clause)) @definition.class @type_parameters
((struct_declaration name: (identifier) @_name (type_parameter_constraints_clause)) @definition.class @type_parameters
  (#not-eq? @_name "__"))
(record_declaration (type_parameter_constraints_clause)) @definition.class @type_parameters
(interface_declaration (type_parameter_constraints_clause)) @definition.interface @type_parameters
(class_declaration (parameter_list) @parameters) @definition.class
((struct_declaration name: (identifier) @_name (parameter_list) @parameters) @definition.class (#not-eq? @_name "__"))
(record_declaration (parameter_list) @parameters) @definition.class
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.field))

; A base that is called like an interface is one: the syntax does not tell.
((class_declaration (base_list (type) @reference.inherits)) @definition.class
  (#not-match? @reference.inherits "^([\\w.]*\\.)?I[A-Z]"))
((class_declaration (base_list (type) @reference.inherits)) @definition.class
  (#match? @reference.inherits "^([\\w.]*\\.)?I[A-Z]") (#set! how implements))
((record_declaration (base_list
    [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @reference.inherits)) @definition.class
  (#not-match? @reference.inherits "^([\\w.]*\\.)?I[A-Z]"))
((record_declaration (base_list
    [(identifier) (generic_name) (qualified_name) (alias_qualified_name)] @reference.inherits)) @definition.class
  (#match? @reference.inherits "^([\\w.]*\\.)?I[A-Z]") (#set! how implements))
(class_declaration (base_list (primary_constructor_base_type) @reference.inherits)) @definition.class
(record_declaration (base_list (primary_constructor_base_type) @reference.inherits)) @definition.class
((struct_declaration (base_list (type) @reference.inherits)) @definition.class (#set! how implements))
(interface_declaration (base_list (type) @reference.inherits)) @definition.interface

; ── methods, constructors, operators ────────────────────────────────────────
(method_declaration returns: (_) @returns name: (identifier) @name parameters: (_) @parameters) @definition.method
(method_declaration type_parameters: (_) @type_parameters) @definition.method
(method_declaration (type_parameter_constraints_clause)) @definition.method @type_parameters
(method_declaration (attribute_list) @decorator) @definition.method
(method_declaration (explicit_interface_specifier (_) @implementing)) @definition.method
((method_declaration (modifier) @_partial !body) @definition.method (#eq? @_partial "partial")
  (#set! declaration prototype))
((method_declaration !body) @definition.method (#not-match? @definition.method "\\bpartial\\s")
  (#set! declaration abstract))
((method_declaration parameters: (parameter_list . (parameter (modifier) @_this type: (_) @owner))) @definition.method
  (#eq? @_this "this") (#set! extension true))
; `extension(Dog dog) { … }` is read as `struct __(Dog dog) { … }`: no type, and dog is what its members are called on.
((struct_declaration name: (identifier) @_block (parameter_list . (parameter type: (_) @owner) .) @receiver
  body: (declaration_list (method_declaration) @definition.method))
  (#eq? @_block "__") (#not-match? @definition.method "^(\\w+\\s+)*static\\s") (#set! extension true))
((struct_declaration name: (identifier) @_block (parameter_list . (parameter type: (_) @owner) .)
  body: (declaration_list (method_declaration) @definition.method))
  (#eq? @_block "__") (#match? @definition.method "^(\\w+\\s+)*static\\s") (#set! extension true))
((struct_declaration name: (identifier) @_block (parameter_list . (parameter !type name: (_) @owner) .)
  body: (declaration_list (method_declaration) @definition.method)) (#eq? @_block "__") (#set! extension true))
((struct_declaration name: (identifier) @_block (parameter_list . (parameter type: (_)) .) @receiver
  body: (declaration_list (property_declaration value: (arrow_expression_clause) @definition.function)))
  (#eq? @_block "__"))
((struct_declaration name: (identifier) @_block (parameter_list . (parameter type: (_)) .) @receiver
  body: (declaration_list (property_declaration (accessor_list (accessor_declaration body: (_)) @definition.function))))
  (#eq? @_block "__"))
((struct_declaration name: (identifier) @_block (type_parameter_list) @type_parameters
  body: (declaration_list (method_declaration) @definition.method)) (#eq? @_block "__"))
((constructor_declaration name: (identifier) @name parameters: (_) @parameters) @definition.method
  (#set! variant constructor))
(constructor_declaration (attribute_list) @decorator) @definition.method
((destructor_declaration) @definition.method (#set! name Finalize) (#set! variant destructor))
((operator_declaration type: (_) @returns operator: _ @name parameters: (_) @parameters) @definition.method
  (#set! variant operator))
((conversion_operator_declaration type: (_) @name @returns parameters: (_) @parameters) @definition.method
  (#set! variant operator))
((indexer_declaration type: (_) @returns parameters: (_) @parameters) @definition.method
  (#set! name "this[]") (#set! variant indexer))
(local_function_statement type: (_) @returns name: (identifier) @name parameters: (_) @parameters) @definition.function
(local_function_statement type_parameters: (_) @type_parameters) @definition.function
(lambda_expression parameters: (parameter_list) @parameters) @definition.function
(lambda_expression parameters: (implicit_parameter) @parameter) @definition.function
(lambda_expression type: (_) @returns) @definition.function
(lambda_expression body: (expression) @return) @definition.function
(anonymous_method_expression) @definition.function
(anonymous_method_expression parameters: (_) @parameters) @definition.function
; A function by the name of what holds it; of several declarators each is its own.
((local_declaration_statement (variable_declaration (variable_declarator
  name: (identifier) @name [(lambda_expression) (anonymous_method_expression)] @anonymous) @definition.function))
  (#set! variant lambda))
((field_declaration (variable_declaration type: (_) . (variable_declarator
  name: (identifier) @name [(lambda_expression) (anonymous_method_expression)] @anonymous) .)) @definition.function
  (#set! variant lambda))
((field_declaration (variable_declaration (variable_declarator) . (variable_declarator
  name: (identifier) @name [(lambda_expression) (anonymous_method_expression)] @anonymous) @definition.function))
  (#set! variant lambda))
((field_declaration (variable_declaration (variable_declarator
  name: (identifier) @name [(lambda_expression) (anonymous_method_expression)] @anonymous) @definition.function
  . (variable_declarator)))
  (#set! variant lambda))
((property_declaration
  name: (identifier) @name "=" . [(lambda_expression) (anonymous_method_expression)] @anonymous) @definition.function
  (#set! variant lambda) (#set! outranks true))
(return_statement (_) @return)
(arrow_expression_clause (_) @return)
(yield_statement "return" (_) @yield)

; A property's code is a function of its own inside it.
((accessor_declaration name: "get" @name body: (_)) @definition.function (#set! variant getter))
((accessor_declaration name: ["set" "init"] @name body: (_)) @definition.function
  (#set! variant setter) (#set! parameter value))
((accessor_declaration name: ["add" "remove"] @name body: (_)) @definition.function (#set! parameter value))
((property_declaration value: (arrow_expression_clause) @definition.function) (#set! name get) (#set! variant getter))

; ── fields, properties, events, constants ───────────────────────────────────
(field_declaration (variable_declaration type: (_) @type .
  (variable_declarator name: (identifier) @name (expression)? @value) .)) @definition.field
(field_declaration (variable_declaration type: (_) @type (variable_declarator) .
  (variable_declarator name: (identifier) @name (expression)? @value) @definition.field))
(field_declaration (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @name (expression)? @value) @definition.field . (variable_declarator)))
(field_declaration (variable_declaration
  (variable_declarator "=" (_) @value) @definition.field . (variable_declarator)))
((field_declaration (modifier) @_const (variable_declaration
  (variable_declarator) @definition.constant . (variable_declarator))) (#eq? @_const "const"))
((field_declaration (modifier) @_const (variable_declaration
  (variable_declarator) . (variable_declarator) @definition.constant)) (#eq? @_const "const"))
(field_declaration (attribute_list) @decorator (variable_declaration type: (_) . (variable_declarator) .)) @definition.field
((field_declaration (modifier) @_const (variable_declaration type: (_) . (variable_declarator) .)) @definition.constant
  (#eq? @_const "const"))
((field_declaration (modifier) @modifier
  (variable_declaration (variable_declarator) . (variable_declarator) @definition.field)))
((field_declaration (modifier) @modifier
  (variable_declaration (variable_declarator) @definition.field . (variable_declarator))))
((event_field_declaration (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @name))) @definition.field (#set! variant event))
((event_declaration type: (_) @type name: (identifier) @name) @definition.field (#set! variant event))
((property_declaration type: (_) @type name: (identifier) @name) @definition.field (#set! variant property))
(property_declaration "=" . (_) @value) @definition.field
(property_declaration (attribute_list) @decorator) @definition.field
(property_declaration (explicit_interface_specifier (_) @implementing)) @definition.field
((enum_member_declaration name: (identifier) @name) @definition.constant (#set! variant enum_member))
(enum_member_declaration value: (_) @value) @definition.constant
(enum_member_declaration (attribute_list) @decorator) @definition.constant
(enum_declaration name: (identifier) @type
  body: (enum_member_declaration_list (enum_member_declaration) @definition.constant))

; ── calls ───────────────────────────────────────────────────────────────────
(invocation_expression) @reference.call
(object_creation_expression) @reference.call
; Operators that a type may have of its own.
((binary_expression operator: ["+" "-" "*" "/" "%"]) @reference.call (#set! implicit true))
((element_access_expression expression: (_) @receiver subscript: (bracketed_argument_list (argument (_) @argument)))
  @reference.call (#set! implicit true) (#set! name "this[]"))
(constructor_initializer) @reference.call
(base_list (primary_constructor_base_type type: (_) @type (argument_list) @arguments) @reference.call)
; `Dog d = new();` builds what the declaration says.
(variable_declaration type: (_) @type
  (variable_declarator (implicit_object_creation_expression (argument_list) @arguments) @reference.call))
(property_declaration type: (_) @type
  value: (implicit_object_creation_expression (argument_list) @arguments) @reference.call)
(method_declaration returns: (_) @type
  body: (arrow_expression_clause (implicit_object_creation_expression (argument_list) @arguments) @reference.call))
(method_declaration returns: (_) @type
  body: (block (return_statement (implicit_object_creation_expression (argument_list) @arguments) @reference.call)))

; ── bindings ────────────────────────────────────────────────────────────────
(local_declaration_statement (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @target (expression)? @value))) @binding
(using_statement (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @target (expression)? @value))) @binding
(for_statement initializer: (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @target (expression)? @value))) @binding
(fixed_statement (variable_declaration type: (_) @type
  (variable_declarator name: (identifier) @target (expression)? @value))) @binding
(local_declaration_statement (variable_declaration (variable_declarator (tuple_pattern) @target (_) @value))) @binding
((expression_statement (assignment_expression left: _ @target operator: ["=" "??="] right: _ @value)) @binding (#set! assigns true))
((arrow_expression_clause (assignment_expression left: _ @target operator: ["=" "??="] right: _ @value)) @binding (#set! assigns true))
((lambda_expression body: (assignment_expression left: _ @target operator: ["=" "??="] right: _ @value)) @binding (#set! assigns true))
((foreach_statement type: (_) @type left: (_) @target right: _ @value) @binding (#set! through element))
((foreach_statement !type left: (_) @target right: _ @value) @binding (#set! through element))
(if_statement condition: (is_expression left: (identifier) @target right: (_) @type) consequence: (_) @within) @binding
(binary_expression left: (is_expression left: (identifier) @target right: (_) @type) operator: "&&"
  right: (_) @within) @binding
((declaration_pattern type: (_) @type name: (identifier) @target) @binding (#set! through pattern))
((recursive_pattern type: (_) @type name: (identifier) @target) @binding (#set! through pattern))
(var_pattern name: (identifier) @target) @binding
(catch_declaration type: (_) @type name: (identifier) @target) @binding
(argument (declaration_expression type: (_) @type name: (identifier) @target)) @binding
((from_clause name: (identifier) @target (_) @value .) @binding (#set! through element))
(let_clause . (identifier) @target (_) @value) @binding

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(while_statement) @branch
(do_statement) @branch
(for_statement) @branch
(foreach_statement) @branch
(catch_clause) @branch
(conditional_expression) @branch
(switch_section "case" @branch)
(switch_expression_arm . [
  (and_pattern) (constant_pattern) (declaration_pattern) (list_pattern) (negated_pattern) (or_pattern)
  (parenthesized_pattern) (recursive_pattern) (relational_pattern) (type_pattern) (var_pattern)
] @branch)
(when_clause) @branch
(where_clause) @branch
(binary_expression operator: ["&&" "||" "??"] @branch)
(assignment_expression operator: "??=" @branch)
(preproc_if condition: (_) @directive)
(preproc_elif condition: (_) @directive)
