; C++20 beyond what it shares with C (../c/facts.scm). What each capture means is told in languages/README.md.
; Within declarators `_` is the node that its children tell, which costs nothing to compile: with `parameters:` a function
; declarator, with `value:` an init_declarator, with "*" a pointer's, with "::" a qualified name.

; ── modules, namespaces, using ──────────────────────────────────────────────
(module_declaration (module_name) @module)
((import_declaration name: (module_name) @source) @import (#set! form module))
((import_declaration header: (string_literal) @source) @import (#set! form local))
((import_declaration header: (system_lib_string) @source) @import (#set! form system))
(namespace_definition name: (_) @name body: (_)) @definition.module
((namespace_alias_definition name: (_) @alias [(namespace_identifier) (nested_namespace_specifier)] @source) @import
  (#set! form using))
((using_declaration "namespace" . [(identifier) (qualified_identifier)] @source) @import
  (#set! form using) (#set! name "*"))
((using_declaration "using" . (_
  "::" name: [
    [(identifier) (type_identifier) (operator_name)] @name
    (_ "::" name: [
      [(identifier) (type_identifier) (operator_name)] @name
      (_ "::" name: [(identifier) (type_identifier) (operator_name)] @name)
    ])
  ]) @source) @import (#set! form using))

; ── classes ─────────────────────────────────────────────────────────────────
(class_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier) @name] body: (_))
  @definition.class
((struct_specifier name: (template_type name: (_) @name) body: (_)) @definition.class (#set! variant struct)
  (#set! outranks true))
; A member class that stands outside its class: struct Impl::State {…};
((class_specifier name: (qualified_identifier scope: (_) @owner name: (type_identifier) @name) body: (_)) @definition.class
  (#set! outranks true))
((struct_specifier name: (qualified_identifier scope: (_) @owner name: (type_identifier) @name) body: (_)) @definition.class
  (#set! variant struct) (#set! outranks true))
; `class Set;` says that some file has the class.
((class_specifier name: (type_identifier) @source @name !body) @import (#set! form forward))
((struct_specifier name: (type_identifier) @source @name !body) @import (#set! form forward))
(type_definition type: [(template_type) (qualified_identifier)] @type declarator: (type_identifier) @name) @definition.type
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @reference.inherits) body: (_))
  @definition.class
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @reference.inherits) body: (_))
  @definition.class
(template_declaration parameters: (_) @type_parameters (class_specifier body: (_)) @definition.class)
(template_declaration parameters: (_) @type_parameters (struct_specifier body: (_)) @definition.class)
(template_declaration parameters: (_) @type_parameters (function_definition) @definition.function)
(function_definition . (attribute_declaration) @decorator) @definition.function
(template_declaration parameters: (_) @type_parameters (alias_declaration) @definition.type)
(alias_declaration name: (_) @name type: (_) @type) @definition.type
((concept_definition name: (_) @name) @definition.type (#set! variant concept))

; ── functions ───────────────────────────────────────────────────────────────
(function_definition type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type)
    (struct_specifier) (enum_specifier) (class_specifier) (dependent_type)
  ] @returns) @definition.function
((function_definition
  declarator: [
    (_
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (operator_name) @name
        (destructor_name) @name
        (_ name: (_) @name arguments: (_))
        (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name) @owner
        (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name)) @owner
        (_ "::" name: (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name))) @owner
      ]
      parameters: (_) @parameters)
    (_ "*" declarator: (_
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (operator_name) @name
        (destructor_name) @name
        (_ name: (_) @name arguments: (_))
        (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name) @owner
        (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name)) @owner
        (_ "::" name: (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name))) @owner
      ]
      parameters: (_) @parameters))
    (_ "*" declarator: (_ "*" declarator: (_
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (operator_name) @name
        (destructor_name) @name
        (_ name: (_) @name arguments: (_))
        (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name) @owner
        (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name)) @owner
        (_ "::" name: (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name))) @owner
      ]
      parameters: (_) @parameters)))
    (reference_declarator (function_declarator
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (operator_name) @name
        (destructor_name) @name
        (_ name: (_) @name arguments: (_))
        (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name) @owner
        (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name)) @owner
        (_ "::" name: (_ "::" name: (_ "::" name: [(identifier) (operator_name) (destructor_name) (template_function) (type_identifier)] @name))) @owner
      ]
      parameters: (_) @parameters))
  ]) @definition.function (#not-any-of? @name "if" "for" "while" "switch" "return" "sizeof" "else" "do" "case"))
(function_definition declarator: (function_declarator (trailing_return_type (type_descriptor) @returns))) @definition.function
; Conversions: the name goes as far as the parameters, `operator const char*`.
(function_definition declarator: (operator_cast type: (_) @returns declarator: [
    (abstract_function_declarator parameters: (_) @parameters)
    (abstract_pointer_declarator declarator: (abstract_function_declarator parameters: (_) @parameters))
    (abstract_reference_declarator (abstract_function_declarator parameters: (_) @parameters))
  ]) @name) @definition.function
(function_definition declarator: (_ "::" name: [
  (operator_cast type: (_) @returns declarator: [
    (abstract_function_declarator parameters: (_) @parameters)
    (abstract_pointer_declarator declarator: (abstract_function_declarator parameters: (_) @parameters))
    (abstract_reference_declarator (abstract_function_declarator parameters: (_) @parameters))
  ]) @name
  (_ "::" name: (operator_cast type: (_) @returns declarator: [
    (abstract_function_declarator parameters: (_) @parameters)
    (abstract_pointer_declarator declarator: (abstract_function_declarator parameters: (_) @parameters))
    (abstract_reference_declarator (abstract_function_declarator parameters: (_) @parameters))
  ]) @name)
]) @owner) @definition.function
((field_declaration_list (declaration declarator: (operator_cast type: (_) @returns declarator: [
    (abstract_function_declarator parameters: (_) @parameters)
    (abstract_pointer_declarator declarator: (abstract_function_declarator parameters: (_) @parameters))
    (abstract_reference_declarator (abstract_function_declarator parameters: (_) @parameters))
  ]) @name) @definition.method) (#set! declaration prototype))
(lambda_expression
  declarator: (_ parameters: (_) @parameters (trailing_return_type (type_descriptor) @returns)?)) @definition.function
(lambda_expression) @definition.function
(declaration declarator: (_ declarator: (identifier) @name value: (lambda_expression) @anonymous) @definition.function)
((field_declaration declarator: (field_identifier) @name . default_value: (lambda_expression) @anonymous)
  @definition.function (#set! variant lambda))

; Declared here, defined elsewhere. In a function body the same syntax is a variable, `Foo foo(bar);`, see bindings.
((declaration
  type: (_)? @returns
  declarator: [
    (_
      declarator: [
        (identifier) @name
        (operator_name) @name
        (_ "::" name: [(identifier) (operator_name) (destructor_name)] @name) @owner
      ]
      parameters: (_) @parameters)
    (_ "*" declarator: (_
      declarator: [
        (identifier) @name
        (operator_name) @name
        (_ "::" name: [(identifier) (operator_name) (destructor_name)] @name) @owner
      ]
      parameters: (_) @parameters))
    (reference_declarator (_
      declarator: [
        (identifier) @name
        (operator_name) @name
        (_ "::" name: [(identifier) (operator_name) (destructor_name)] @name) @owner
      ]
      parameters: (_) @parameters))
  ]) @definition.function (#set! declaration prototype)
  (#not-any-of? @name "if" "for" "while" "switch" "return" "sizeof" "else" "do" "case"))
((field_declaration
  !default_value
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type)
    (struct_specifier) (enum_specifier) (class_specifier) (dependent_type)
  ] @returns
  declarator: [
    (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters)
    (_ "*" declarator: (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters))
    (_ "*" declarator: (_ "*" declarator: (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters)))
    (reference_declarator (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters))
  ]) @definition.method (#set! declaration prototype))
((field_declaration
  type: [
    (primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type)
    (struct_specifier) (enum_specifier) (class_specifier) (dependent_type)
  ] @returns
  declarator: [
    (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters)
    (_ "*" declarator: (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters))
    (_ "*" declarator: (_ "*" declarator: (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters)))
    (reference_declarator (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters))
  ]
  default_value: (_)) @definition.method (#set! declaration abstract))
((field_declaration
  type: (placeholder_type_specifier)
  declarator: [
    (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters)
    (_ "*" declarator: (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters))
    (_ "*" declarator: (_ "*" declarator: (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters)))
    (reference_declarator (_ declarator: [(field_identifier) (operator_name) (destructor_name) (identifier)] @name parameters: (_) @parameters))
  ]) @definition.method (#set! declaration prototype))
(field_declaration declarator: (function_declarator (trailing_return_type (type_descriptor) @returns))) @definition.method
((field_declaration_list (declaration
  declarator: (_
    declarator: [(identifier) (destructor_name)] @name
    parameters: (_) @parameters)) @definition.method) (#set! declaration prototype))

; ── fields and variables ────────────────────────────────────────────────────
(field_declaration type: (_) @type declarator: (reference_declarator (field_identifier) @name @definition.field))
(field_declaration type: (_) @type declarator: (field_identifier) @name @definition.field . default_value: (_) @value)
(declaration type: (_) @type declarator: (reference_declarator (identifier) @name @definition.variable))
(declaration type: (_) @type declarator: (_
  declarator: (reference_declarator (identifier) @name)
  value: (_) @value) @definition.variable)
(declaration
  type: (_) @type
  declarator: (_ declarator: (_ "::" name: (identifier) @name) @owner value: (_) @value)
    @definition.field)

; Operators that a class may have of its own.
((binary_expression operator: ["+" "-" "*" "/" "%"]) @reference.call (#set! implicit true))
((subscript_expression argument: (_) @receiver indices: (_ (_) @argument)) @reference.call
  (#set! implicit true) (#set! name "operator[]"))

; ── bindings ────────────────────────────────────────────────────────────────
(declaration declarator: (_
  declarator: [
    (structured_binding_declarator) @target
    (reference_declarator (structured_binding_declarator) @target)
  ]
  value: (_) @value)) @binding
((for_range_loop type: (_) @type declarator: (_) @target right: (_) @value) @binding (#set! through element))
(condition_clause value: (declaration type: (_) @type declarator: (_) @target value: (_) @value)) @binding
(catch_clause parameters: (parameter_list (parameter_declaration type: (_) @type declarator: (_) @target))) @binding
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (function_declarator declarator: (identifier) @target))) @binding
((field_initializer (field_identifier) @target (argument_list . (_) @value .)) @binding
  (#not-match? @target "^[A-Z]") (#set! assigns true))
(lambda_capture_initializer left: (identifier) @target right: (_) @value) @binding
(co_return_statement (_) @return)
(co_yield_statement (_) @yield)

; ── calls ───────────────────────────────────────────────────────────────────
(new_expression) @reference.call
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)]) @reference.call
; Foo a(1); Foo b{2}; Foo c; Foo d(e);
(declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (init_declarator value: (argument_list) @arguments) @reference.call)
(declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (_ declarator: (_) . value: (initializer_list) @arguments) @reference.call)
(compound_statement (declaration
  type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: [(identifier) (function_declarator)] @reference.call))
; Bases in a constructor's initializers: names of types begin with a capital letter, names of fields do not.
((field_initializer (field_identifier) @name (argument_list) @arguments) @reference.call
  (#match? @name "^[A-Z]") (#set! constructs))
((field_initializer (template_method name: (_) @name) (argument_list) @arguments) @reference.call (#set! constructs))

; ── decision points ─────────────────────────────────────────────────────────
(catch_clause) @branch
(binary_expression operator: ["and" "or"] @branch)

; A macro that writes the head of a function: `TEST_F(Fixture, Name) { … }` is Name, in a class derived from Fixture.
((function_definition !type
  declarator: (_
    declarator: (identifier) @_macro
    parameters: (parameter_list
      . (parameter_declaration type: (type_identifier) @owner !declarator)
      . (parameter_declaration type: (type_identifier) @name !declarator) .))) @definition.function
  (#match? @_macro "^[A-Z][A-Z0-9_]*$") (#set! outranks true))
