; Scala 2.13 and 3. What each capture means is told in languages/README.md.

(package_clause name: (_) @module !body)
(compilation_unit (package_clause name: (_) @module !body) . (package_clause name: (_) @module !body))
(package_clause name: (_) @name body: (_)) @definition.module
((block_comment) @doc)

; ── imports: the path is a row of names; selectors or a wildcard may follow. (Field names are left out: a query sees
; only the first child of a field that repeats.) ────────────────────────────────────────────────────────────────────
(import_declaration . (identifier) @source (identifier) @source @name .) @import
((import_declaration . (identifier) @source . (namespace_wildcard) .) @import (#set! name "*"))
((import_declaration . (identifier) @source (identifier) @source . (namespace_wildcard) .) @import (#set! name "*"))
(import_declaration . (identifier) @source . (namespace_selectors (identifier) @name) .) @import
(import_declaration . (identifier) @source (identifier) @source . (namespace_selectors (identifier) @name) .) @import
(import_declaration . (identifier) @source . (namespace_selectors
  [(arrow_renamed_identifier name: (_) @name alias: (identifier) @alias)
   (as_renamed_identifier name: (_) @name alias: (identifier) @alias)]) .) @import
(import_declaration . (identifier) @source (identifier) @source . (namespace_selectors
  [(arrow_renamed_identifier name: (_) @name alias: (identifier) @alias)
   (as_renamed_identifier name: (_) @name alias: (identifier) @alias)]) .) @import
((import_declaration . (identifier) @source . (namespace_selectors (namespace_wildcard)) .) @import (#set! name "*"))
((import_declaration . (identifier) @source (identifier) @source . (namespace_selectors (namespace_wildcard)) .) @import
  (#set! name "*"))
(import_declaration . (identifier) @source .
  (as_renamed_identifier name: (_) @name alias: (identifier) @alias) .) @import
(import_declaration . (identifier) @source (identifier) @source .
  (as_renamed_identifier name: (_) @name alias: (identifier) @alias) .) @import

; ── export clauses: what an object has becomes members of the one that holds the clause ─────────────────────────
((export_declaration . (identifier) @source (identifier) @source @name .) @import (#set! form export))
((export_declaration . (identifier) @source . (namespace_wildcard) .) @import (#set! name "*") (#set! form export))
((export_declaration . (identifier) @source (identifier) @source . (namespace_wildcard) .) @import
  (#set! name "*") (#set! form export))
((export_declaration . (identifier) @source . (namespace_selectors (identifier) @name) .) @import (#set! form export))
((export_declaration . (identifier) @source (identifier) @source . (namespace_selectors (identifier) @name) .) @import
  (#set! form export))
((export_declaration . (identifier) @source . (as_renamed_identifier name: (_) @name alias: (_) @alias) .) @import
  (#set! form export))
((export_declaration . (identifier) @source (identifier) @source .
  (as_renamed_identifier name: (_) @name alias: (_) @alias) .) @import (#set! form export))
((export_declaration . (identifier) @source . (namespace_selectors
  (as_renamed_identifier name: (_) @name alias: (_) @alias)) .) @import (#set! form export))
((export_declaration . (identifier) @source (identifier) @source . (namespace_selectors
  (as_renamed_identifier name: (_) @name alias: (_) @alias)) .) @import (#set! form export))
((export_declaration . (identifier) @source . (namespace_selectors (namespace_wildcard)) .) @import
  (#set! name "*") (#set! form export))
((export_declaration . (identifier) @source (identifier) @source . (namespace_selectors (namespace_wildcard)) .) @import
  (#set! name "*") (#set! form export))

; ── classes and kin ─────────────────────────────────────────────────────────
(class_definition name: (_) @name) @definition.class
((object_definition name: (_) @name) @definition.class (#set! variant object))
((package_object name: (_) @name) @definition.class (#set! variant package_object))
((trait_definition name: (_) @name) @definition.interface (#set! variant trait))
(enum_definition name: (_) @name) @definition.enum
((full_enum_case name: (_) @name) @definition.class (#set! variant enum_case))
((simple_enum_case name: (_) @name) @definition.constant (#set! variant enum_case))
((given_definition name: (_) @name body: (with_template_body)) @definition.class (#set! variant given))
((given_definition !name body: (with_template_body)) @definition.class (#set! variant given))
((given_definition name: (_) @name . (_) @type) @definition.variable (#set! variant given))
(class_definition (annotation) @decorator) @definition.class
(trait_definition (annotation) @decorator) @definition.interface
(object_definition (annotation) @decorator) @definition.class
(enum_definition (annotation) @decorator) @definition.enum
(class_definition type_parameters: (_) @type_parameters) @definition.class
(trait_definition type_parameters: (_) @type_parameters) @definition.interface
(enum_definition type_parameters: (_) @type_parameters) @definition.enum

(class_definition extend: (extends_clause . (_) @reference.inherits)) @definition.class
(object_definition extend: (extends_clause . (_) @reference.inherits)) @definition.class
(package_object extend: (extends_clause . (_) @reference.inherits)) @definition.class
(trait_definition extend: (extends_clause . (_) @reference.inherits)) @definition.interface
(enum_definition extend: (extends_clause . (_) @reference.inherits)) @definition.enum
((class_definition extend: (extends_clause (_) [(type_identifier) (generic_type) (stable_type_identifier) (compound_type)]
    @reference.inherits)) @definition.class (#set! how mixes_in))
((object_definition extend: (extends_clause (_) [(type_identifier) (generic_type) (stable_type_identifier) (compound_type)]
    @reference.inherits)) @definition.class (#set! how mixes_in))
((package_object extend: (extends_clause (_) [(type_identifier) (generic_type) (stable_type_identifier) (compound_type)]
    @reference.inherits)) @definition.class (#set! how mixes_in))
((trait_definition extend: (extends_clause (_) [(type_identifier) (generic_type) (stable_type_identifier) (compound_type)]
    @reference.inherits)) @definition.interface
  (#set! how mixes_in))
((enum_definition extend: (extends_clause (_) [(type_identifier) (generic_type) (stable_type_identifier) (compound_type)]
    @reference.inherits)) @definition.enum (#set! how mixes_in))
((given_definition [(type_identifier) (generic_type) (stable_type_identifier)] @reference.inherits
  body: (with_template_body)) @definition.class (#set! how implements))
(enum_definition name: (_) @reference.inherits
  body: (enum_body (enum_case_definitions (full_enum_case) @definition.class)))
(enum_definition name: (_) @type
  body: (enum_body (enum_case_definitions (simple_enum_case) @definition.constant)))

; An anonymous class is its body: the arguments before it belong to the scope around it.
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @reference.inherits
  (template_body) @definition.class)
(instance_expression (compound_type base: (_) @reference.inherits) (template_body) @definition.class)
((instance_expression (compound_type (_) . (_) @reference.inherits) (template_body) @definition.class)
  (#set! how mixes_in))

; What callers need not give (implicit and using lists) is no parameter, but a name in the function.
((class_definition (class_parameters (class_parameter) @parameter) @_list) @definition.class
  (#not-match? @_list "^\\(\\s*(implicit|using)\\s"))
(trait_definition (class_parameters (class_parameter) @parameter)) @definition.interface
(enum_definition (class_parameters (class_parameter) @parameter)) @definition.enum
(full_enum_case (class_parameters (class_parameter) @parameter)) @definition.class
(class_definition "case" (class_parameters
  (class_parameter name: (_) @name type: (_)? @type) @definition.field))
(full_enum_case (class_parameters
  (class_parameter name: (_) @name type: (_)? @type) @definition.field))
(class_parameter ["val" "var"] name: (_) @name type: (_)? @type) @definition.field
((parameters (parameter name: (_) @target type: (_) @type) @binding) @_list
  (#match? @_list "^\\(\\s*(implicit|using)\\s"))
((class_parameters (class_parameter name: (_) @name type: (_) @type) @definition.field) @_list
  (#match? @_list "^\\(\\s*(implicit|using)\\s"))

; ── functions ───────────────────────────────────────────────────────────────
(function_definition name: (_) @name) @definition.function
((function_declaration name: (_) @name) @definition.function (#set! declaration abstract))
((function_definition (parameters (parameter) @parameter) @_list) @definition.function
  (#not-match? @_list "^\\(\\s*(implicit|using)\\s"))
((function_declaration (parameters (parameter) @parameter) @_list) @definition.function
  (#not-match? @_list "^\\(\\s*(implicit|using)\\s"))
(function_definition (type_parameters) @type_parameters) @definition.function
(function_declaration (type_parameters) @type_parameters) @definition.function
(function_definition return_type: (_) @returns) @definition.function
(function_declaration return_type: (_) @returns) @definition.function
(function_definition (annotation) @decorator) @definition.function
(function_declaration (annotation) @decorator) @definition.function
(function_definition body: (_) @return) @definition.function
(return_expression (_) @return)
((extension_definition (parameters . (parameter type: (_) @owner)) @receiver
  (function_definition) @definition.function) (#set! extension true))
((extension_definition (parameters . (parameter type: (_) @owner)) @receiver
  (function_declaration) @definition.function) (#set! extension true))

(lambda_expression parameters: [(identifier) (wildcard)] @parameter) @definition.function
(lambda_expression parameters: (bindings) @parameters) @definition.function
(lambda_expression (_) @return .) @definition.function
((val_definition pattern: (identifier) @name value: (lambda_expression) @anonymous) @definition.function
  (#set! variant lambda))
((var_definition pattern: (identifier) @name value: (lambda_expression) @anonymous) @definition.function
  (#set! variant lambda))
(colon_argument . (identifier) @parameter) @definition.function
(colon_argument . (bindings) @parameters) @definition.function
(colon_argument (indented_block) @return .)
; { case … } is a function of the value that it takes apart.
(call_expression arguments: (case_block) @definition.function)
(call_expression arguments: (block . (case_block) @definition.function .))
(arguments (case_block) @definition.function)
(infix_expression right: (case_block) @definition.function)
(val_definition value: (case_block) @definition.function)
((val_definition pattern: (identifier) @name value: (case_block) @anonymous) @definition.function
  (#set! variant lambda))
(function_definition body: (case_block) @definition.function)
(colon_argument (indented_cases) @definition.function)
(call_expression arguments: (case_block (case_clause (_) @return .)))
; `_.name` and `_.name()` as an argument are functions of `_`.
((arguments (field_expression value: (wildcard)) @definition.function @return) (#set! parameter "_"))
((arguments (field_expression value: (field_expression value: (wildcard))) @definition.function @return)
  (#set! parameter "_"))
((arguments (call_expression function: (field_expression value: (wildcard))) @definition.function @return)
  (#set! parameter "_"))
((arguments (call_expression function: (field_expression
  value: (call_expression function: (field_expression value: (wildcard))))) @definition.function @return)
  (#set! parameter "_"))

; ── values, variables, types ────────────────────────────────────────────────
(val_definition pattern: (identifier) @name) @definition.variable
(val_definition pattern: (identifier) @name value: (_) @value) @definition.variable
(val_definition pattern: (identifier) type: (_) @type) @definition.variable
(var_definition pattern: (identifier) @name value: (_) @value) @definition.variable
(var_definition pattern: (identifier) type: (_) @type) @definition.variable
(val_definition pattern: (identifiers (identifier) @name @definition.variable))
(var_definition pattern: (identifiers (identifier) @name @definition.variable))
(val_definition pattern: (tuple_pattern (identifier) @name @definition.variable))
(val_definition pattern: [(tuple_pattern) (case_class_pattern)] @target value: (_) @value) @binding
(var_definition pattern: [(tuple_pattern) (case_class_pattern)] @target value: (_) @value) @binding
(val_declaration name: (_) @name type: (_) @type) @definition.variable
(var_declaration name: (_) @name type: (_) @type) @definition.variable
(val_definition (annotation) @decorator) @definition.variable
(var_definition (annotation) @decorator) @definition.variable
(type_definition name: (_) @name) @definition.type
(type_definition type: (_) @type) @definition.type
(type_definition type_parameters: (_) @type_parameters) @definition.type

; ── calls ───────────────────────────────────────────────────────────────────
(call_expression) @reference.call
(instance_expression) @reference.call
((infix_expression operator: (_) @_operator) @reference.call
  (#not-any-of? @_operator "==" "!=" "<" ">" "<=" ">=" "&&" "||" "eq" "ne" "with"))
(extends_clause . (_) @type . (arguments) @arguments) @reference.call
; `derives Show` is what Show.derived makes.
((derives_clause type: (_) @receiver @reference.call) (#set! name "derived") (#set! implicit true))
; A method without parameters is run by its name.
((field_expression) @reference.call (#set! implicit true))
; dog.name = "Rex" calls name_=
((assignment_expression
  left: (field_expression value: (_) @receiver field: (identifier) @name) @reference.call
  right: (_) @argument)
  (#set! writer "_=") (#set! implicit true))
((field_expression value: (identifier) @reference.call) (#set! implicit true))
((infix_expression left: (identifier) @reference.call) (#set! implicit true))
((infix_expression right: (identifier) @reference.call) (#set! implicit true))
((prefix_expression (identifier) @reference.call) (#set! implicit true))
((arguments (identifier) @reference.call) (#set! implicit true))
((assignment_expression right: (identifier) @reference.call) (#set! implicit true))
((block (identifier) @reference.call) (#set! implicit true))
((indented_block (identifier) @reference.call) (#set! implicit true))
((template_body (identifier) @reference.call) (#set! implicit true))
((function_definition body: (identifier) @reference.call) (#set! implicit true))
((val_definition value: (identifier) @reference.call) (#set! implicit true))
((var_definition value: (identifier) @reference.call) (#set! implicit true))
((if_expression condition: (identifier) @reference.call) (#set! implicit true))
((if_expression condition: (parenthesized_expression (identifier) @reference.call)) (#set! implicit true))
((if_expression consequence: (identifier) @reference.call) (#set! implicit true))
((if_expression alternative: (identifier) @reference.call) (#set! implicit true))
((match_expression value: (identifier) @reference.call) (#set! implicit true))
((case_clause body: (identifier) @reference.call) (#set! implicit true))
((interpolation (identifier) @reference.call) (#set! implicit true))
((tuple_expression (identifier) @reference.call) (#set! implicit true))
((enumerator "<-" . (identifier) @reference.call) (#set! implicit true))
((for_expression body: (identifier) @reference.call) (#set! implicit true))
((lambda_expression (identifier) @reference.call .) (#set! implicit true))
((return_expression (identifier) @reference.call) (#set! implicit true))

; ── bindings ────────────────────────────────────────────────────────────────
((block (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((indented_block (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((template_body (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((function_definition body: (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((case_clause (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((if_expression consequence: (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((if_expression alternative: (assignment_expression left: (_) @target right: (_) @value) @binding) (#set! assigns true))
((enumerator . (_) @target "<-" . (_) @value) @binding (#set! through element))
(enumerator . (_) @target "=" . (_) @value) @binding
((match_expression value: (_) @value body: (_ (case_clause
  pattern: [(identifier) (case_class_pattern) (tuple_pattern) (capture_pattern)] @target))) @binding
  (#set! through pattern))
((call_expression arguments: (case_block (case_clause
  pattern: [(identifier) (case_class_pattern) (tuple_pattern)] @target))) @binding (#set! through pattern))
((typed_pattern pattern: (identifier) @target type: (_) @type) @binding (#set! through pattern))
((capture_pattern name: (identifier) @target pattern: (case_class_pattern type: (_) @type)) @binding
  (#set! through pattern))

; ── complexity: a bare name and `_` match anything, so they are defaults ────────────────────────────────────────
(if_expression) @branch
(while_expression) @branch
(do_while_expression) @branch
(for_expression) @branch
(case_clause pattern: [
  (alternative_pattern) (boolean_literal) (capture_pattern) (case_class_pattern) (character_literal)
  (floating_point_literal) (given_pattern) (infix_pattern) (integer_literal) (interpolated_string_expression)
  (null_literal) (stable_identifier) (string) (tuple_pattern) (typed_pattern)
] @branch)
((case_clause pattern: (identifier) @branch) (#match? @branch "^[A-Z`]"))
(catch_clause pattern: (_) @branch)
(guard) @branch
((infix_expression operator: (operator_identifier) @branch) (#any-of? @branch "&&" "||"))
