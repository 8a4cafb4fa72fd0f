; What JavaScript says by calls where newer code, and TypeScript, has a syntax: members of a prototype, what a constructor
; function inherits, and what a module is made of. Each of these patterns takes TypeScript's larger grammar 8 ms to compile.

; Object.assign(Foo.prototype, { bar() {} })
((call_expression
  function: (_ property: (_) @_assign)
  arguments: (arguments
    . (_ object: (_) @owner property: (_) @_prototype)
    (object (method_definition) @definition.function)))
  (#any-of? @_assign "assign" "extend")
  (#eq? @_prototype "prototype"))
((call_expression
  function: (_ property: (_) @_assign)
  arguments: (arguments
    . (_ object: (_) @owner property: (_) @_prototype)
    (object (pair value: [(function_expression) (arrow_function)]) @definition.function)))
  (#any-of? @_assign "assign" "extend")
  (#eq? @_prototype "prototype"))

; ── getters by a call ────────────────────────────────────────────────────────────────────────────────────────────
; Object.defineProperty(dog, 'name', { get: function () {} }), dog given by its name
((call_expression
  function: (_ property: (_) @_define)
  arguments: (arguments . (identifier) @owner . (string (string_fragment) @name) . (object
    (pair key: (_) @_get value: [(function_expression) (arrow_function)] @anonymous)))) @definition.function
  (#eq? @_define "defineProperty")
  (#eq? @_get "get")
  (#not-eq? @owner "exports")
  (#set! variant getter))
; defineGetter(dog, 'name', function () {}), as helpers around it are named
((call_expression
  function: [(identifier) @_define (_ property: (_) @_define)]
  arguments: (arguments . (identifier) @owner . (string (string_fragment) @name) . (function_expression) @anonymous .)) @definition.function
  (#match? @_define "^_*(define|add|create|lazy)Getter_*$")
  (#set! variant getter))

; ── constructor functions that inherit: what gives `B.prototype` the members of A ───────────────────────────────────
; inherits(B, A), util.inherits(B, A), and what compilers write for `extends`
((call_expression
  function: [(identifier) @_inherits (_ property: (_) @_inherits)]
  arguments: (arguments . (_) @owner . (_) @reference.inherits .)) @conformance
  (#any-of? @_inherits "inherits" "__extends" "_inherits" "_inheritsLoose"))
; Object.setPrototypeOf(B.prototype, A.prototype)
((call_expression
  function: (_ property: (_) @_set)
  arguments: (arguments
    . (_ object: (_) @owner property: (_) @_own)
    . (_ object: (_) @reference.inherits property: (_) @_prototype) .)) @conformance
  (#eq? @_set "setPrototypeOf")
  (#eq? @_own "prototype")
  (#eq? @_prototype "prototype"))
; B.prototype = Object.create(A.prototype)
((assignment_expression
  left: (_ object: (_) @owner property: (_) @_own)
  right: (call_expression
    function: (_ property: (_) @_create)
    arguments: (arguments . (_ object: (_) @reference.inherits property: (_) @_prototype)))) @conformance
  (#eq? @_own "prototype")
  (#eq? @_create "create")
  (#eq? @_prototype "prototype"))
; B.prototype = new A()
((assignment_expression
  left: (_ object: (_) @owner property: (_) @_own)
  right: (new_expression constructor: (_) @reference.inherits)) @conformance
  (#eq? @_own "prototype"))
; B.prototype.__proto__ = A.prototype
((assignment_expression
  left: (_ object: (_ object: (_) @owner property: (_) @_own) property: (_) @_proto)
  right: (_ object: (_) @reference.inherits property: (_) @_prototype)) @conformance
  (#eq? @_own "prototype")
  (#eq? @_proto "__proto__")
  (#eq? @_prototype "prototype"))

; ── what a module is made of ────────────────────────────────────────────────────────────────────────────────────
; Object.assign(exports, require('./x'), { y })
((call_expression
  function: (_ property: (_) @_assign)
  arguments: (arguments
    . (_) @_exports
    (call_expression function: (identifier) @_require arguments: (arguments . (string) @source .)))) @import
  (#eq? @_assign "assign")
  (#any-of? @_exports "exports" "module.exports")
  (#eq? @_require "require")
  (#set! name "*")
  (#set! reexport true))
((call_expression
  function: (_ property: (_) @_assign)
  arguments: (arguments . (_) @_exports (object [
    (shorthand_property_identifier) @value
    (pair key: (property_identifier) @name value: (_) @value)
    (method_definition name: (property_identifier) @name) @value]))) @export
  (#eq? @_assign "assign")
  (#any-of? @_exports "exports" "module.exports"))
; Object.defineProperty(exports, 'x', { get() { return y; } }), with a function of any form, or a value
((call_expression
  function: (_ property: (_) @_define)
  arguments: (arguments . (_) @_exports . (string) @name . (object [
    (method_definition name: (_) @_get body: (statement_block (return_statement (_) @value)))
    (pair key: (_) @_get value: (function_expression body: (statement_block (return_statement (_) @value))))
    (pair key: (_) @_get value: (arrow_function body: (expression) @value))
    (pair key: (_) @_value value: (_) @value)]) .)) @export
  (#eq? @_define "defineProperty")
  (#any-of? @_exports "exports" "module.exports")
  (#eq? @_get "get")
  (#eq? @_value "value"))
