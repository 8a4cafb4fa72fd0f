; Python 3.13. What each capture means is told in languages/README.md.

; ── classes ─────────────────────────────────────────────────────────────────
(class_definition name: (identifier) @name) @definition.class
(class_definition type_parameters: (_) @type_parameters) @definition.class
(class_definition
  superclasses: (argument_list
    [(identifier) (attribute) (subscript) (call)] @reference.inherits)) @definition.class
(class_definition body: (block . (expression_statement (string) @doc))) @definition.class

; ── functions ───────────────────────────────────────────────────────────────
(function_definition
  name: (identifier) @name
  parameters: (parameters) @parameters) @definition.function
(function_definition return_type: (type) @returns) @definition.function
(function_definition type_parameters: (_) @type_parameters) @definition.function
(function_definition body: (block . (expression_statement (string) @doc))) @definition.function
(lambda parameters: (lambda_parameters) @parameters) @definition.function
(lambda body: (_) @return) @definition.function
; Elsewhere a lambda has no name in Python; in a class it is a method like any other.
(class_definition body: (block (expression_statement
  (assignment left: (identifier) @name right: (lambda) @anonymous) @definition.function)))
(return_statement (_) @return)
(yield (_) @yield)

; ── decorators ──────────────────────────────────────────────────────────────
(decorated_definition (decorator) @decorator definition: (class_definition) @definition.class)
(decorated_definition (decorator) @decorator definition: (function_definition) @definition.function)

; ── variables, constants, fields (in a function: bindings only) ─────────────
(assignment
  left: (identifier) @name
  type: (type)? @type
  right: (_)? @value) @definition.variable
(assignment left: [
  (pattern_list (identifier) @name @definition.variable)
  (tuple_pattern (identifier) @name @definition.variable)])
((module (expression_statement (assignment left: (identifier) @name) @definition.constant))
  (#match? @name "^_*[A-Z][A-Z0-9_]+$"))
; another name of a type, once it is used as one
(module (expression_statement
  (assignment left: (identifier) !type right: [(subscript) (binary_operator "|")] @aliased) @definition.variable))
(class_definition body: (block (expression_statement
  (assignment left: (identifier) !type right: [(subscript) (binary_operator "|")] @aliased) @definition.variable)))
(type_alias_statement
  left: (type [(identifier) @name (generic_type . (identifier) @name)])
  right: (type) @type) @definition.type
(type_alias_statement left: (type (generic_type (type_parameter) @type_parameters))) @definition.type

; ── bindings ────────────────────────────────────────────────────────────────
(assignment left: [(attribute) (subscript)] @target type: (type)? @type right: (_) @value) @binding
(assignment left: (attribute) @target type: (type) @type !right) @binding
(assignment left: [(pattern_list) (tuple_pattern) (list_pattern)] @target right: (_) @value) @binding
(augmented_assignment left: (identifier) @target right: (_) @value (#eq? @target "__all__")) @binding
(named_expression name: (identifier) @target value: (_) @value) @binding
((for_statement left: (_) @target right: (_) @value) @binding
  (#set! through element))
([
  (list_comprehension (for_in_clause left: (_) @target right: (_) @value) @binding)
  (set_comprehension (for_in_clause left: (_) @target right: (_) @value) @binding)
  (dictionary_comprehension (for_in_clause left: (_) @target right: (_) @value) @binding)
  (generator_expression (for_in_clause left: (_) @target right: (_) @value) @binding)
] @within (#set! through element))
((with_item value: (as_pattern . (_) @value alias: (as_pattern_target) @target)) @binding
  (#set! through context))
(except_clause value: (as_pattern . (_) @type alias: (as_pattern_target) @target)) @binding
((global_statement (identifier) @target) @binding
  (#set! through outer))
((nonlocal_statement (identifier) @target) @binding
  (#set! through outer))
(case_clause
  (case_pattern (as_pattern (case_pattern (class_pattern (dotted_name) @type)) (identifier) @target))) @binding
((match_statement
  subject: (_) @value
  body: (block (case_clause
    (case_pattern [(dotted_name . (identifier) @target .) (as_pattern (identifier) @target)])))) @binding
  (#set! through pattern))
; Names within a pattern are variables, whatever they take.
(case_clause (case_pattern (_ (case_pattern (dotted_name . (identifier) @target .))))) @binding
(case_clause (case_pattern (_ (case_pattern (keyword_pattern (identifier) (dotted_name . (identifier) @target .)))))) @binding
(case_clause (case_pattern (_ (case_pattern (splat_pattern (identifier) @target))))) @binding
(case_clause (case_pattern (dict_pattern (splat_pattern (identifier) @target)))) @binding
(case_clause (case_pattern (_ (case_pattern (_ (case_pattern (dotted_name . (identifier) @target .))))))) @binding

; What a condition says of a variable.
(if_statement condition: (_) @test consequence: (_) @within) @binding
((if_statement condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
((if_statement
  condition: (_) @test
  consequence: (block [(return_statement) (raise_statement) (continue_statement) (break_statement)] .)
  !alternative) @binding @within (#set! rest true) (#set! fails true))
(elif_clause condition: (_) @test consequence: (_) @within) @binding
(while_statement condition: (_) @test body: (_) @within) @binding
((assert_statement . (_) @test) @binding @within (#set! rest true))
(conditional_expression . (_) @within . (_) @test) @binding
((conditional_expression . (_) . (_) @test . (_) @within) @binding (#set! fails true))
(boolean_operator left: (_) @test operator: "and" right: (_) @within) @binding
((boolean_operator left: (_) @test operator: "or" right: (_) @within) @binding (#set! fails true))
(list_comprehension body: (_) @within (if_clause (_) @test)) @binding
(set_comprehension body: (_) @within (if_clause (_) @test)) @binding
(generator_expression body: (_) @within (if_clause (_) @test)) @binding
(dictionary_comprehension body: (_) @within (if_clause (_) @test)) @binding
(match_statement
  subject: (identifier) @target
  body: (block (case_clause (case_pattern (class_pattern . (dotted_name) @type)) consequence: (_) @within))) @binding
(match_statement
  subject: (identifier) @target
  body: (block (case_clause
    (case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @type)))) consequence: (_) @within))) @binding

; ── imports ─────────────────────────────────────────────────────────────────
(import_statement name: (dotted_name) @source) @import
(import_statement name: (aliased_import name: (dotted_name) @source alias: (identifier) @alias)) @import
(import_from_statement module_name: (dotted_name) @source name: (dotted_name) @name) @import
(import_from_statement
  module_name: (dotted_name) @source
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import
((import_from_statement module_name: (dotted_name) @source (wildcard_import)) @import
  (#set! name "*"))
(import_from_statement
  module_name: (relative_import (import_prefix) @level (dotted_name)? @source)
  name: (dotted_name) @name) @import
(import_from_statement
  module_name: (relative_import (import_prefix) @level (dotted_name)? @source)
  name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @import
((import_from_statement
  module_name: (relative_import (import_prefix) @level (dotted_name)? @source)
  (wildcard_import)) @import
  (#set! name "*"))
(future_import_statement "__future__" @source name: (dotted_name) @name) @import

; ── calls ───────────────────────────────────────────────────────────────────
(call) @reference.call
; `raise Failure` makes one.
((raise_statement . [(identifier) (attribute)] @callee) @reference.call (#set! constructs true) (#set! implicit true))

; ── what runs without a call ────────────────────────────────────────────────
; Of members that stand where nothing else is read: what may be a property.
([
  (boolean_operator (attribute) @reference.call)
  (conditional_expression (attribute) @reference.call)
  (assert_statement (attribute) @reference.call)
  (expression_statement (attribute) @reference.call)
  (comparison_operator (attribute) @reference.call)
  (match_statement subject: (attribute) @reference.call)
  (if_clause (attribute) @reference.call)
  (pair key: (attribute) @reference.call)
  (slice (attribute) @reference.call)
] (#set! implicit true))
((with_statement . "with" (with_clause (with_item value: [
  (as_pattern . (_) @receiver) (identifier) @receiver (attribute) @receiver (call) @receiver (subscript) @receiver
]) @reference.call)) (#set! implicit true) (#set! name "__enter__"))
((with_statement "async" (with_clause (with_item value: [
  (as_pattern . (_) @receiver) (identifier) @receiver (attribute) @receiver (call) @receiver (subscript) @receiver
]) @reference.call)) (#set! implicit true) (#set! name "__aenter__"))
((subscript value: (_) @receiver subscript: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__getitem__"))
((assignment left: (subscript value: (_) @receiver)) @reference.call (#set! implicit true) (#set! name "__setitem__"))
((delete_statement (subscript value: (_) @receiver)) @reference.call (#set! implicit true) (#set! name "__delitem__"))
((binary_operator) @reference.call (#set! implicit true))
((unary_operator operator: "-" argument: (_) @receiver) @reference.call (#set! implicit true) (#set! name "__neg__"))
((unary_operator operator: "~" argument: (_) @receiver) @reference.call (#set! implicit true) (#set! name "__invert__"))
((comparison_operator . (_) @receiver operators: "==" . (_) @argument .) @reference.call
  (#set! implicit true) (#set! name "__eq__"))
((comparison_operator . (_) @receiver operators: "!=" . (_) @argument .) @reference.call
  (#set! implicit true) (#set! name "__ne__"))
((comparison_operator . (_) @receiver operators: "<" . (_) @argument .) @reference.call
  (#set! implicit true) (#set! name "__lt__"))
((comparison_operator . (_) @receiver operators: "<=" . (_) @argument .) @reference.call
  (#set! implicit true) (#set! name "__le__"))
((comparison_operator . (_) @receiver operators: ">" . (_) @argument .) @reference.call
  (#set! implicit true) (#set! name "__gt__"))
((comparison_operator . (_) @receiver operators: ">=" . (_) @argument .) @reference.call
  (#set! implicit true) (#set! name "__ge__"))
((comparison_operator . (_) @argument operators: ["in" "not in"] . (_) @receiver .) @reference.call
  (#set! implicit true) (#set! name "__contains__"))
((augmented_assignment left: (_) @receiver operator: "+=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__iadd__"))
((augmented_assignment left: (_) @receiver operator: "-=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__isub__"))
((augmented_assignment left: (_) @receiver operator: "|=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__ior__"))
((augmented_assignment left: (_) @receiver operator: "&=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__iand__"))
((augmented_assignment left: (_) @receiver operator: "*=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__imul__"))
((augmented_assignment left: (_) @receiver operator: "/=" right: (_) @argument) @reference.call
  (#set! implicit true) (#set! name "__itruediv__"))
((not_operator argument: [(identifier) (attribute)] @receiver) @reference.call
  (#set! implicit true) (#set! name "__bool__"))
((if_statement condition: [(identifier) (attribute)] @receiver) @reference.call
  (#set! implicit true) (#set! name "__bool__"))
((while_statement condition: [(identifier) (attribute)] @receiver) @reference.call
  (#set! implicit true) (#set! name "__bool__"))
((conditional_expression . (_) . [(identifier) (attribute)] @receiver) @reference.call
  (#set! implicit true) (#set! name "__bool__"))
((boolean_operator left: [(identifier) (attribute)] @receiver) @reference.call
  (#set! implicit true) (#set! name "__bool__"))
((interpolation expression: (_) @receiver !type_conversion) @reference.call
  (#set! implicit true) (#set! name "__format__"))

; ── complexity ──────────────────────────────────────────────────────────────
(if_statement) @branch
(elif_clause) @branch
(for_statement) @branch
(while_statement) @branch
(except_clause) @branch
(conditional_expression) @branch
(boolean_operator operator: _ @branch)
(if_clause) @branch
; A name alone takes anything: that case is the default.
(case_clause . (case_pattern . [
  (as_pattern) (class_pattern) (complex_pattern) (concatenated_string) (dict_pattern) (false) (float) (integer)
  (list_pattern) (none) (splat_pattern) (string) (true) (tuple_pattern) (union_pattern)
])) @branch
(case_clause . (case_pattern . (dotted_name (identifier) . (identifier)))) @branch

; ── documentation ───────────────────────────────────────────────────────────
(module . (comment)* . (expression_statement . (string) @doc)) @file
