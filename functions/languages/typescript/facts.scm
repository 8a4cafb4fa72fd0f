; What TypeScript adds to ECMAScript (../javascript/ecmascript.scm).

; ── classes ─────────────────────────────────────────────────────────────────
(class_declaration (class_heritage (extends_clause) @reference.inherits)) @definition.class
(class (class_heritage (extends_clause) @reference.inherits)) @definition.class
(abstract_class_declaration name: (_) @name) @definition.class
(abstract_class_declaration
  (class_heritage (extends_clause) @reference.inherits)) @definition.class
((class_declaration (class_heritage (implements_clause (_) @reference.inherits))) @definition.class
  (#set! how implements))
((class (class_heritage (implements_clause (_) @reference.inherits))) @definition.class (#set! how implements))
((abstract_class_declaration (class_heritage (implements_clause (_) @reference.inherits))) @definition.class
  (#set! how implements))
(class_declaration type_parameters: (_) @type_parameters) @definition.class
(class type_parameters: (_) @type_parameters) @definition.class
(abstract_class_declaration type_parameters: (_) @type_parameters) @definition.class
(abstract_class_declaration decorator: (decorator) @decorator) @definition.class
(export_statement decorator: (decorator) @decorator declaration: (abstract_class_declaration) @definition.class)

(public_field_definition
  name: (_) @name
  type: (type_annotation (_) @type)?
  value: (_)? @value) @definition.field
(public_field_definition
  name: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
(public_field_definition decorator: (decorator) @decorator) @definition.field
(class_body decorator: (decorator) @decorator . decorator: (decorator)* . (method_definition) @definition.function)

((abstract_method_signature name: (_) @name parameters: (_) @parameters) @definition.method
  (#set! declaration abstract))
((class_body (method_signature name: (_) @name parameters: (_) @parameters) @definition.method)
  (#set! declaration overload))

; ── interfaces, types, enums, namespaces ────────────────────────────────────
(interface_declaration name: (_) @name type_parameters: (_)? @type_parameters) @definition.interface
(interface_declaration (extends_type_clause type: (_) @reference.inherits)) @definition.interface
((interface_body (method_signature name: (_) @name parameters: (_) @parameters) @definition.method)
  (#set! declaration abstract))
(interface_body (property_signature name: (_) @name type: (type_annotation (_) @type)?) @definition.field)
; an interface that can be called is a function type too
(interface_declaration body: (interface_body (call_signature)) @type) @definition.interface
(type_alias_declaration name: (_) @name type_parameters: (_)? @type_parameters value: (_) @type) @definition.type
((type_alias_declaration
  value: (object_type (method_signature name: (_) @name parameters: (_) @parameters) @definition.method))
  (#set! declaration abstract))
(type_alias_declaration
  value: (object_type (property_signature name: (_) @name type: (type_annotation (_) @type)?) @definition.field))
((type_alias_declaration
  value: (intersection_type
    (object_type (method_signature name: (_) @name parameters: (_) @parameters) @definition.method)))
  (#set! declaration abstract))
(type_alias_declaration
  value: (intersection_type
    (object_type (property_signature name: (_) @name type: (type_annotation (_) @type)?) @definition.field)))
(enum_declaration name: (_) @name) @definition.enum
((enum_body name: (_) @name @definition.constant) (#set! variant enumerator))
((enum_assignment name: (_) @name value: (_) @value) @definition.constant (#set! variant enumerator))
((internal_module name: (_) @name) @definition.module (#set! variant namespace))
(module name: (_) @name) @definition.module

; ── functions ───────────────────────────────────────────────────────────────
((function_signature name: (_) @name parameters: (_) @parameters) @definition.function
  (#set! declaration overload))
(function_declaration return_type: (_) @returns) @definition.function
(generator_function_declaration return_type: (_) @returns) @definition.function
(function_expression return_type: (_) @returns) @definition.function
(generator_function return_type: (_) @returns) @definition.function
(arrow_function return_type: (_) @returns) @definition.function
(method_definition return_type: (_) @returns) @definition.function
(function_signature return_type: (_) @returns) @definition.function
(method_signature return_type: (_) @returns) @definition.method
(abstract_method_signature return_type: (_) @returns) @definition.method
(function_declaration type_parameters: (_) @type_parameters) @definition.function
(generator_function_declaration type_parameters: (_) @type_parameters) @definition.function
(function_expression type_parameters: (_) @type_parameters) @definition.function
(arrow_function type_parameters: (_) @type_parameters) @definition.function
(method_definition type_parameters: (_) @type_parameters) @definition.function
(function_signature type_parameters: (_) @type_parameters) @definition.function
(method_signature type_parameters: (_) @type_parameters) @definition.method

; a function behind a cast keeps the name it is given
((variable_declarator
  name: (identifier) @name
  value: [(as_expression) (satisfies_expression) (non_null_expression)] @anonymous) @definition.function
  (#set! inside true))
((pair
  key: [(property_identifier) (string)] @name
  value: [(as_expression) (satisfies_expression) (non_null_expression)] @anonymous) @definition.function
  (#set! inside true)
  (#set! variant method))
((assignment_expression
  left: (identifier) @name
  right: [(as_expression) (satisfies_expression) (non_null_expression)] @anonymous) @definition.function
  (#set! inside true))
((assignment_expression
  left: (_ object: (_) @owner property: (_) @name)
  right: [(as_expression) (satisfies_expression) (non_null_expression)] @anonymous) @definition.function
  (#not-match? @owner "(^module|exports|prototype)$")
  (#set! inside true))
((public_field_definition
  name: (_) @name
  value: [
    (as_expression) (satisfies_expression) (non_null_expression) (parenthesized_expression) (call_expression)
  ] @anonymous) @definition.function
  (#set! inside true))
((export_statement "default"
  value: [(as_expression) (satisfies_expression) (non_null_expression)] @anonymous) @definition.function
  (#set! inside true)
  (#set! name default)
  (#set! modifier exported))

; ── variables and bindings with types ───────────────────────────────────────
(variable_declarator name: (identifier) type: (type_annotation (_) @type)) @definition.variable
(variable_declarator
  name: [(object_pattern) (array_pattern)] @target
  type: (type_annotation (_) @type)
  !value) @binding
(catch_clause parameter: (identifier) @target type: (type_annotation (_) @type)) @binding

; `assertDog(pet);`: what the function asserts holds behind it
((expression_statement (call_expression function: (_) @_asserts) @test) @within @binding
  (#match? @_asserts "([aA]ssert|[iI]nvariant|[eE]nsure|[eE]xpect|[cC]heck)\\w*$")
  (#set! rest true))

; ── imports and exports ─────────────────────────────────────────────────────
((import_statement "type" (import_clause (identifier) @alias) source: (string) @source) @import
  (#set! name default)
  (#set! typeOnly true))
((import_statement "type"
  (import_clause (named_imports (import_specifier name: _ @name alias: (_)? @alias)))
  source: (string) @source) @import
  (#set! typeOnly true))
((import_statement
  (import_clause (named_imports (import_specifier "type" name: _ @name alias: (_)? @alias)))
  source: (string) @source) @import
  (#set! typeOnly true))
((import_statement (import_require_clause (identifier) @alias source: (string) @source)) @import
  (#set! form require))
((import_alias (identifier) @name (_) @value) @definition.constant (#set! variant alias))
((export_statement "=" (_) @value) @export (#set! name "="))
((export_statement declaration: (abstract_class_declaration) @definition.class) (#set! modifier exported))
((export_statement "default" declaration: (abstract_class_declaration) @definition.class) (#set! modifier default))
((export_statement declaration: (interface_declaration) @definition.interface) (#set! modifier exported))
((export_statement "default" declaration: (interface_declaration) @definition.interface) (#set! modifier default))
((export_statement declaration: (type_alias_declaration) @definition.type) (#set! modifier exported))
((export_statement declaration: (enum_declaration) @definition.enum) (#set! modifier exported))
((export_statement declaration: (internal_module) @definition.module) (#set! modifier exported))
((export_statement declaration: (function_signature) @definition.function) (#set! modifier exported))
((export_statement declaration: (ambient_declaration (function_signature) @definition.function))
  (#set! modifier exported))
((export_statement declaration: (ambient_declaration (class_declaration) @definition.class))
  (#set! modifier exported))
((export_statement declaration: (ambient_declaration (_ (variable_declarator) @definition.variable)))
  (#set! modifier exported))
