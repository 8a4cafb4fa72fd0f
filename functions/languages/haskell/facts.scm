; Haskell 2021 with GHC's common extensions. What each capture means is told in languages/README.md.

(header module: (module) @module)
([(comment) (haddock)] @doc)
(haskell (haddock) @doc) @file

; ── imports: a module's names, unless it is qualified; its names below an alias ─────────────────────────────────
((import module: (module) @source !names) @import (#not-match? @import "\\bqualified\\b") (#set! name "*"))
((import module: (module) @source names: (_)) @import (#match? @import "^import\\s+[\\w.\\s]*hiding") (#set! name "*"))
((import module: (module) @source names: (import_list (import_name variable: (_) @name))) @import
  (#not-match? @import "^import\\s+[^(]*(hiding|qualified)\\s"))
((import module: (module) @source names: (import_list (import_name type: (_) @name))) @import
  (#not-match? @import "^import\\s+[^(]*(hiding|qualified)\\s"))
((import module: (module) @source names: (import_list (import_name operator: (prefix_id (_) @name)))) @import
  (#not-match? @import "^import\\s+[^(]*(hiding|qualified)\\s"))
; `Shape (..)` brings the constructors along, which only the other file can name.
((import module: (module) @source names: (import_list (import_name type: (_) @owner children: (_)))) @import
  (#not-match? @import "^import\\s+[^(]*(hiding|qualified)\\s") (#set! name "*"))
((import module: (module) @source names: (import_list (import_name variable: (_) @name))) @import
  (#match? @import "^import\\s+[^(]*hiding\\s") (#set! form hiding))
((import module: (module) @source names: (import_list (import_name type: (_) @name))) @import
  (#match? @import "^import\\s+[^(]*hiding\\s") (#set! form hiding))
((import module: (module) @source names: (import_list (import_name operator: (prefix_id (_) @name)))) @import
  (#match? @import "^import\\s+[^(]*hiding\\s") (#set! form hiding))
(import module: (module) @source alias: (module) @alias) @import
((import module: (module) @source @alias !alias) @import (#match? @import "\\bqualified\\b"))
((header exports: (exports (module_export module: (module) @source))) @import (#set! name "*") (#set! reexport true))
(export variable: (variable) @value) @export
(export type: (name) @value) @export

; ── types ───────────────────────────────────────────────────────────────────
((data_type name: (name) @name) @definition.class (#set! variant data))
((newtype name: (name) @name) @definition.class (#set! variant newtype))
((class name: (name) @name) @definition.interface (#set! variant typeclass))
(type_synomym name: (name) @name type: (_) @type) @definition.type
((type_family name: (name) @name) @definition.type (#set! variant family))
(data_type patterns: (type_params) @type_parameters) @definition.class
(newtype patterns: (type_params) @type_parameters) @definition.class
(class patterns: (type_params) @type_parameters) @definition.interface
(type_synomym patterns: (type_params) @type_parameters) @definition.type
((data_type deriving: (deriving classes: (name) @reference.inherits)) @definition.class (#set! how implements))
((data_type deriving: (deriving classes: (parens (name) @reference.inherits))) @definition.class (#set! how implements))
((data_type deriving: (deriving classes: (tuple (name) @reference.inherits))) @definition.class (#set! how implements))
((newtype deriving: (deriving classes: (name) @reference.inherits)) @definition.class (#set! how implements))
((newtype deriving: (deriving classes: (parens (name) @reference.inherits))) @definition.class (#set! how implements))
((newtype deriving: (deriving classes: (tuple (name) @reference.inherits))) @definition.class (#set! how implements))
(class context: (context context: (apply constructor: (_) @reference.inherits))) @definition.interface
(class context: (context context: (parens (apply constructor: (_) @reference.inherits)))) @definition.interface
(class context: (context context: (tuple (apply constructor: (_) @reference.inherits)))) @definition.interface

; ── data constructors and record fields ─────────────────────────────────────
((data_constructor constructor: (prefix name: (constructor) @name)) @definition.constant (#set! variant constructor))
((data_constructor constructor: (record name: (constructor) @name)) @definition.constant (#set! variant constructor))
((data_constructor constructor: (infix operator: (_) @name)) @definition.constant (#set! variant constructor))
((newtype_constructor name: (constructor) @name) @definition.constant (#set! variant constructor))
((gadt_constructor name: (constructor) @name) @definition.constant (#set! variant constructor))
((data_type name: (name) @type constructors: (data_constructors (data_constructor) @definition.constant)))
((newtype name: (name) @type constructor: (newtype_constructor) @definition.constant))
((data_type name: (name) @type constructors: (gadt_constructors (gadt_constructor) @definition.constant)))
((pattern_synonym (equation synonym: (apply function: (constructor) @name))) @definition.constant
  (#set! variant pattern))
(field name: (field_name (variable) @name) type: (_) @type) @definition.field

; ── instances: members of the type that stand apart from it ─────────────────────────────────────────────────────
((instance name: (_) @reference.inherits patterns: (type_patterns . (_) @owner)) @conformance (#set! how implements))
((deriving_instance name: (_) @reference.inherits patterns: (type_patterns . (_) @owner)) @conformance
  (#set! how implements))
((instance name: (_) @implementing patterns: (type_patterns . (_) @owner)
  declarations: (instance_declarations (function name: (variable) @name) @definition.method)) (#set! clause true))
((instance name: (_) @implementing patterns: (type_patterns . (_) @owner)
  declarations: (instance_declarations (function name: (prefix_id (operator) @name)) @definition.method))
  (#set! clause true))
((instance name: (_) @implementing patterns: (type_patterns . (_) @owner)
  declarations: (instance_declarations (function (infix operator: (operator) @name)) @definition.method))
  (#set! clause true))
((instance name: (_) @implementing patterns: (type_patterns . (_) @owner)
  declarations: (instance_declarations (bind name: (variable) @name) @definition.method)) (#set! clause true))
((instance name: (_) @implementing patterns: (type_patterns . (_) @owner)
  declarations: (instance_declarations (bind name: (prefix_id (operator) @name)) @definition.method))
  (#set! clause true))

; ── functions: equations of one name are one function ───────────────────────────────────────────────────────────
((function name: (variable) @name patterns: (patterns) @parameters) @definition.function (#set! clause true))
((function name: (prefix_id (operator) @name) patterns: (patterns) @parameters) @definition.function
  (#set! clause true))
((function (infix left_operand: (_) @parameter operator: (operator) @name right_operand: (_) @parameter))
  @definition.function (#set! clause true))
((function (infix left_operand: (_) @parameter operator: (infix_id (variable) @name) right_operand: (_) @parameter))
  @definition.function (#set! clause true))
((function parens: (function_head_parens name: (variable) @name patterns: (patterns) @parameters))
  @definition.function (#set! clause true))
((function parens: (function_head_parens
  (infix left_operand: (_) @parameter operator: (operator) @name right_operand: (_) @parameter)))
  @definition.function (#set! clause true))
; A name without parameters is a function at top level (`main = do …`) and a value inside of one.
((declarations (bind name: (variable) @name) @definition.function) (#set! clause true))
((declarations (bind name: (prefix_id (operator) @name)) @definition.function) (#set! clause true))
((class_declarations (bind name: (variable) @name) @definition.method) (#set! clause true))
(local_binds (bind name: (variable) @name) @definition.variable)
(local_binds (bind name: (variable) @name match: (match !guards expression: (_) @value)) @definition.variable)
((local_binds (bind name: (variable) @name match: (match !guards expression: [(lambda) (lambda_case)] @anonymous))
  @definition.function))
((class_declarations (signature name: (variable) @name type: (_) @type) @definition.method)
  (#set! declaration abstract) (#set! clause true))
((class_declarations (signature name: (prefix_id (operator) @name) type: (_) @type) @definition.method)
  (#set! declaration abstract) (#set! clause true))
((class_declarations (signature names: (binding_list (variable) @name @definition.method) type: (_) @type))
  (#set! declaration abstract) (#set! clause true))
((foreign_import signature: (signature name: (variable) @name type: (_) @type)) @definition.function
  (#set! declaration abstract) (#set! clause true))
(signature name: (variable) @name type: (_) @type) @signature
(signature name: (prefix_id (operator) @name) type: (_) @type) @signature
(signature names: (binding_list (variable) @name) type: (_) @type) @signature
(lambda patterns: (patterns) @parameters) @definition.function
(lambda expression: (_) @return) @definition.function
((lambda_case) @definition.function (#set! parameter "{0}"))
(lambda_cases) @definition.function
(function match: (match expression: (_) @return))
(declarations (bind match: (match expression: (_) @return)))
(instance_declarations (bind match: (match expression: (_) @return)))
(class_declarations (bind match: (match expression: (_) @return)))

; ── calls: an application, an operator's operands that it applies, an action in a block ──────────────────────────
(apply function: (_)) @reference.call
(record expression: (constructor)) @reference.call
((infix operator: (operator) @_operator) @reference.call
  (#not-any-of? @_operator "==" "/=" "<" ">" "<=" ">=" "&&" "||" "+" "-" "*" "/" "." "++" "<>" "<$>" "<*>" "*>" "<*"
    ">>=" ">>" "=<<" "^" "!!" "<$" "<|>" "&" ">=>" "<=<" "<&>" "$>" "**" "^^" "=~" "&&&" "***" ">>>"))
(infix operator: (infix_id (variable))) @reference.call
(infix operator: (infix_id (qualified))) @reference.call
(right_section (infix_id (variable) @reference.call @name))
(left_section operator: (infix_id (variable) @reference.call @name))
((infix left_operand: [(variable) (constructor) (qualified)] @reference.call @callee operator: (operator) @_operator)
  (#any-of? @_operator "." "<$>" "<$!>" "=<<" "<=<" ">=>" ">>=" ">>" "*>" "<*"))
((infix operator: (operator) @_operator right_operand: [(variable) (constructor) (qualified)] @reference.call @callee)
  (#any-of? @_operator "." ">>=" "<=<" ">=>" ">>" "*>" "<*" "&" "<&>"))
(exp . [(variable) (qualified)] @reference.call @callee .)
(exp (conditional then: [(variable) (qualified)] @reference.call @callee))
(exp (conditional else: [(variable) (qualified)] @reference.call @callee))
(exp (case alternatives: (alternatives (alternative
  match: (match expression: [(variable) (qualified)] @reference.call @callee)))))
(bind arrow: _ expression: [(variable) (qualified)] @reference.call @callee)
(declarations (bind match: (match expression: [(variable) (qualified)] @reference.call @callee)))

; ── patterns, and what they bind ────────────────────────────────────────────
(patterns) @pattern
(pattern_synonym (equation) @pattern)
(function (infix) @pattern)
(function_head_parens (infix) @pattern)
(alternative pattern: (_) @pattern)
(bind pattern: (_) @pattern)
(generator pattern: (_) @pattern)
(pattern_guard pattern: (_) @pattern)
((bind pattern: (_) @target arrow: _ expression: (_) @value) @binding (#set! through element))
(bind pattern: (_) @target match: (match expression: (_) @value)) @binding
((generator pattern: (_) @target expression: (_) @value) @binding (#set! through element))
((pattern_guard pattern: (_) @target expression: (_) @value) @binding (#set! through pattern))
((case . (_) @value alternatives: (alternatives (alternative pattern: (_) @target))) @binding (#set! through pattern))
((lambda_case alternatives: (alternatives (alternative pattern: (_) @target))) @binding (#set! through pattern))

; ── complexity: each further equation, each guard but `otherwise`, each alternative but a bare name or `_` ──────
(conditional) @branch
((guards (boolean) @branch) (#not-match? @branch "^(otherwise|True)$"))
(guards (pattern_guard) @branch)
(qualifiers (boolean) @branch)
(alternative pattern: [
  (apply) (as) (constructor) (infix) (list) (literal) (negation) (parens) (qualified) (record) (strict) (tuple) (unit)
  (view_pattern) (irrefutable) (prefix_id) (signature)
] @branch)
((infix operator: (operator) @branch) (#any-of? @branch "&&" "||"))
