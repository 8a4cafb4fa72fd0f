; Ruby 3. What each capture means is told in languages/README.md.
; A module is class-like: it has methods, constants and mixins of its own, and is mixed into classes.

; ── classes and modules ─────────────────────────────────────────────────────
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.class
(class name: (scope_resolution !scope name: (constant) @name)) @definition.class
(class superclass: (superclass (_) @reference.inherits)) @definition.class
((module name: (constant) @name) @definition.class
  (#set! variant module))
((module name: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.class
  (#set! variant module))
((call !receiver method: (identifier) @_mixin arguments: (argument_list
  [(constant) (scope_resolution)] @reference.inherits))
  (#eq? @_mixin "include")
  (#set! how mixes_in))
((call !receiver method: (identifier) @_mixin arguments: (argument_list
  [(constant) (scope_resolution)] @reference.inherits))
  (#eq? @_mixin "prepend")
  (#set! how prepends))
((call !receiver method: (identifier) @_mixin arguments: (argument_list
  [(constant) (scope_resolution)] @reference.inherits))
  (#eq? @_mixin "extend")
  (#set! how extends_class))
((assignment left: (constant) @name right: (call receiver: (constant) @_maker block: (_) @anonymous)) @definition.class
  (#any-of? @_maker "Struct" "Data" "Class" "Module"))

((assignment left: (constant) @name right: (call receiver: (constant) @_maker method: (identifier) @_new
  arguments: (argument_list . [(constant) (scope_resolution)] @reference.inherits .)) @_made) @definition.class
  (#eq? @_maker "Class") (#eq? @_new "new"))
; Dog.class_eval do: more of the class
((call receiver: (constant) @name method: (identifier) @_eval block: (_) @anonymous) @definition.class
  (#any-of? @_eval "class_eval" "class_exec" "module_eval" "module_exec"))
((call receiver: (scope_resolution scope: (_) @owner name: (constant) @name)
  method: (identifier) @_eval block: (_) @anonymous) @definition.class
  (#any-of? @_eval "class_eval" "class_exec" "module_eval" "module_exec"))

; ── concerns: modules that say what including classes get ────────────────────
; a class that includes the module has the methods of its ClassMethods, and those that a block makes
((module name: (_) @owner body: (body_statement (module name: (constant) @reference.inherits) @conformance))
  (#eq? @reference.inherits "ClassMethods") (#set! how extends_users))
((module name: (_) @owner body: (body_statement (call !receiver method: (identifier) @_included
  block: (do_block body: (body_statement (method) @definition.method)))))
  (#any-of? @_included "included" "prepended"))
((module name: (_) @owner body: (body_statement (call !receiver method: (identifier) @_methods
  block: (do_block body: (body_statement (method) @definition.method)))))
  (#eq? @_methods "class_methods") (#set! modifier static))

; refine String do: members of strings wherever the refinement is used
((call !receiver method: (identifier) @_refine arguments: (argument_list . [(constant) (scope_resolution)] @owner .)
  block: (do_block body: (body_statement (method) @definition.method)))
  (#eq? @_refine "refine") (#set! extension true))

; ── methods and blocks ──────────────────────────────────────────────────────
(method name: (_) @name) @definition.method
(method parameters: (method_parameters) @parameters) @definition.method
(method body: (body_statement (_) @return .)) @definition.method
(method "=" body: (_) @return) @definition.method
(singleton_method name: (_) @name) @definition.method
((singleton_method) @definition.method
  (#set! modifier static))
(singleton_method object: (constant) @owner) @definition.method
(singleton_method parameters: (method_parameters) @parameters) @definition.method
(singleton_method body: (body_statement (_) @return .)) @definition.method
(singleton_method "=" body: (_) @return) @definition.method
((singleton_class body: (body_statement (method) @definition.method))
  (#set! modifier static))
((call !receiver method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string (string_content))] @name .) block: (_) @anonymous)
  @definition.method (#any-of? @_define "define_method" "define_singleton_method"))
((call !receiver method: (identifier) @_define block: (_)) @definition.method
  (#eq? @_define "define_singleton_method") (#set! modifier static))
; private: what comes after it, or what it is written before
((body_statement (identifier) @modifier (method) @definition.method)
  (#any-of? @modifier "private" "protected" "public")
  (#set! onward true))
((call !receiver method: (identifier) @modifier arguments: (argument_list (method) @definition.method))
  (#any-of? @modifier "private" "protected"))
; another name for a method: one that calls it
(alias name: (_) @name alias: (identifier) @return) @definition.method
(alias alias: (identifier) @callee @reference.call)
((call !receiver method: (identifier) @_alias
  arguments: (argument_list . [(simple_symbol) (string)] @name . (simple_symbol) @callee .))
  @definition.method @reference.call
  (#any-of? @_alias "alias_method" "alias_attribute" "alias_method_chain"))
; methods that call those of what another one gives: delegate :run, to: :engine
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list
    (simple_symbol) @name @definition.method @reference.call
    (pair key: (hash_key_symbol) @_to value: (_) @receiver)) @_arguments)
  (#eq? @_delegate "delegate")
  (#eq? @_to "to")
  (#not-match? @_arguments "\\sprefix:"))
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list . (_) @receiver (simple_symbol) @name @definition.method @reference.call))
  (#any-of? @_delegate "def_delegators" "def_instance_delegators"))
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list . (_) @receiver . (simple_symbol) @name @definition.method @reference.call .))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))
((call !receiver method: (identifier) @_delegate
  arguments: (argument_list . (_) . (simple_symbol) . (simple_symbol) @name @definition.method .))
  (#any-of? @_delegate "def_delegator" "def_instance_delegator"))
(block) @definition.function
(do_block) @definition.function
(block parameters: (block_parameters) @parameters) @definition.function
(do_block parameters: (block_parameters) @parameters) @definition.function
(lambda parameters: (lambda_parameters) @parameters body: (_) @definition.function)
(block body: (block_body (_) @return .)) @definition.function
(do_block body: (body_statement (_) @return .)) @definition.function
(assignment left: (identifier) @name right: (lambda body: (_) @anonymous)) @definition.function
(assignment left: (constant) @name right: (lambda body: (_) @anonymous)) @definition.function
((assignment
  left: [(identifier) (constant)] @name
  right: (call !receiver method: (identifier) @_lambda block: (_) @anonymous)) @definition.function
  (#any-of? @_lambda "lambda" "proc"))
((assignment
  left: [(identifier) (constant)] @name
  right: (call receiver: (constant) @_proc method: (identifier) @_new block: (_) @anonymous)) @definition.function
  (#eq? @_proc "Proc") (#eq? @_new "new"))
(return (argument_list . (_) @return))

(yield (argument_list . (_) @yield))

; ── constants and variables ─────────────────────────────────────────────────
(assignment left: (constant) @name right: (_) @value) @definition.constant
(program (assignment left: (identifier) @name right: (_) @value) @definition.variable)
(program (assignment left: (global_variable) @name right: (_) @value) @definition.variable)
(body_statement (assignment left: (class_variable) @name right: (_) @value) @definition.field)

; ── bindings ────────────────────────────────────────────────────────────────
(assignment left: [(identifier) (instance_variable) (class_variable) (global_variable) (element_reference)] @target right: (_) @value) @binding
(assignment left: (left_assignment_list) @target right: (_) @value) @binding
(operator_assignment
  left: [(identifier) (instance_variable) (class_variable) (element_reference)] @target
  operator: "||="
  right: (_) @value) @binding
((for pattern: (_) @target value: (in (_) @value)) @binding
  (#set! through element))
(rescue exceptions: (exceptions . (_) @type) variable: (exception_variable (_) @target)) @binding
((case_match value: (_) @value clauses: (in_clause pattern: (_) @target)) @binding
  (#set! through pattern))
(in_clause pattern: (as_pattern value: [(constant) (scope_resolution)] @type name: (_) @target)) @binding
; What a condition says of a variable.
(case value: (identifier) @target
  (when pattern: (pattern [(constant) (scope_resolution)] @type) body: (_) @within)) @binding
(case_match value: (identifier) @target
  clauses: (in_clause pattern: [(constant) (scope_resolution)] @type body: (_) @within)) @binding
(if condition: (_) @test consequence: (_) @within) @binding
((if condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
((unless condition: (_) @test consequence: (_) @within) @binding (#set! fails true))
(unless condition: (_) @test alternative: (_) @within) @binding
(elsif condition: (_) @test consequence: (_) @within) @binding
((elsif condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
(while condition: (_) @test body: (_) @within) @binding
(if_modifier body: (_) @within condition: (_) @test) @binding
((unless_modifier body: (_) @within condition: (_) @test) @binding (#set! fails true))
(conditional condition: (_) @test consequence: (_) @within) @binding
((conditional condition: (_) @test alternative: (_) @within) @binding (#set! fails true))
(binary left: (_) @test operator: ["&&" "and"] right: (_) @within) @binding
((binary left: (_) @test operator: ["||" "or"] right: (_) @within) @binding (#set! fails true))
; What leaves the method where a condition does not hold, or where it does.
((unless condition: (_) @test consequence: (then [(return) (next) (break)] .) .) @binding @within (#set! rest true))
((unless condition: (_) @test consequence: (then (call !receiver method: (identifier) @_raise) .) .)
  @binding @within (#any-of? @_raise "raise" "fail") (#set! rest true))
((if condition: (_) @test consequence: (then [(return) (next) (break)] .) .)
  @binding @within (#set! fails true) (#set! rest true))
((if condition: (_) @test consequence: (then (call !receiver method: (identifier) @_raise) .) .)
  @binding @within (#any-of? @_raise "raise" "fail") (#set! fails true) (#set! rest true))
((unless_modifier body: [(return) (next) (break)] condition: (_) @test) @binding @within (#set! rest true))
((unless_modifier body: (call !receiver method: (identifier) @_raise) condition: (_) @test)
  @binding @within (#any-of? @_raise "raise" "fail") (#set! rest true))
((if_modifier body: [(return) (next) (break)] condition: (_) @test)
  @binding @within (#set! fails true) (#set! rest true))
((if_modifier body: (call !receiver method: (identifier) @_raise) condition: (_) @test)
  @binding @within (#any-of? @_raise "raise" "fail") (#set! fails true) (#set! rest true))

; ── imports ─────────────────────────────────────────────────────────────────
((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @source))) @import
  (#any-of? @_require "require" "load")
  (#set! form require))
((call !receiver method: (identifier) @_require arguments: (argument_list . (string (string_content) @source))) @import
  (#eq? @_require "require_relative")
  (#set! form require_relative))
((call !receiver method: (identifier) @_require arguments: (argument_list . (_) . (string (string_content) @source))) @import
  (#eq? @_require "autoload")
  (#set! form require))

; ── calls; a bare name where a value is used may be one (unless a local variable has it) ─────────────────────────
(call) @reference.call
(call block: (_) @argument) @reference.call
((binary operator: "<<") @reference.call (#set! implicit true))
((call receiver: (_)? @receiver method: (identifier) @_send arguments: (argument_list . (simple_symbol) @name))
  @reference.call
  (#any-of? @_send "send" "public_send" "__send__"))
; xs.each(&method(:bark)), dogs.map(&:bark)
((block_argument (call
  !receiver method: (identifier) @_method arguments: (argument_list . (simple_symbol) @callee .))) @reference.call
  (#eq? @_method "method"))
((call receiver: (_) @receiver arguments: (argument_list (block_argument (simple_symbol) @name) @reference.call))
  (#set! through element) (#set! implicit true))
; dog.name = "Rex" calls name=
((assignment
  left: (call receiver: (_) @receiver method: (identifier) @name !arguments) @reference.call
  right: (_) @argument)
  (#set! writer "=") (#set! implicit true))
(((left_assignment_list (call receiver: (_) @receiver method: (identifier) @name !arguments) @reference.call))
  (#set! writer "=") (#set! implicit true))
(super) @callee @reference.call
(program (identifier) @callee @reference.call)
(body_statement (identifier) @callee @reference.call)
(block_body (identifier) @callee @reference.call)
(then (identifier) @callee @reference.call)
(else (identifier) @callee @reference.call)
(do (identifier) @callee @reference.call)
(begin (identifier) @callee @reference.call)
(argument_list (identifier) @callee @reference.call)
(call receiver: (identifier) @callee @reference.call)
(assignment right: (identifier) @callee @reference.call)
(operator_assignment right: (identifier) @callee @reference.call)
(binary (identifier) @callee @reference.call)
(unary (identifier) @callee @reference.call)
(if condition: (identifier) @callee @reference.call)
(unless condition: (identifier) @callee @reference.call)
(if_modifier (identifier) @callee @reference.call)
(unless_modifier (identifier) @callee @reference.call)
(while condition: (identifier) @callee @reference.call)
(conditional (identifier) @callee @reference.call)
(case value: (identifier) @callee @reference.call)
(interpolation (identifier) @callee @reference.call)
(pair value: (identifier) @callee @reference.call)
(array (identifier) @callee @reference.call)
(parenthesized_statements (identifier) @callee @reference.call)
(element_reference object: (identifier) @callee @reference.call)
(ensure (identifier) @callee @reference.call)
(rescue_modifier (identifier) @callee @reference.call)
(method "=" body: (identifier) @callee @reference.call)
(singleton_method "=" body: (identifier) @callee @reference.call)

; ── complexity ──────────────────────────────────────────────────────────────
(if) @branch
(elsif) @branch
(unless) @branch
(if_modifier) @branch
(unless_modifier) @branch
(while) @branch
(until) @branch
(while_modifier) @branch
(until_modifier) @branch
(for) @branch
(when) @branch
(in_clause) @branch
(if_guard) @branch
(unless_guard) @branch
(rescue) @branch
(rescue_modifier) @branch
(conditional) @branch
(binary operator: ["&&" "||" "and" "or"] @branch)
(operator_assignment operator: ["&&=" "||="] @branch)

; ── documentation ───────────────────────────────────────────────────────────
((comment) @doc
  (#not-match? @doc "^#(!|.*coding:|\\s*frozen_string_literal|\\s*rubocop|\\s*typed:)"))
