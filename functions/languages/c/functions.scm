; Functions of C: a declarator is a name within pointers, at most two of them in practice.

(function_definition . (attribute_declaration) @decorator) @definition.function
((function_definition
  type: (_) @returns
  declarator: [
    (_ declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_) @parameters)
    (_ "*" declarator: (_ declarator: (identifier) @name parameters: (_) @parameters))
    (_ "*" declarator: (pointer_declarator
      declarator: (_ declarator: (identifier) @name parameters: (_) @parameters)))
    ; int (*choose(int n))(void): the function is inside.
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator
      declarator: (_ declarator: (identifier) @name parameters: (_) @parameters))))
    ; int PREFIX(name)(int n): a macro makes the name.
    (_
      declarator: (_
        declarator: (identifier)
        parameters: (parameter_list . [(identifier) @name (parameter_declaration type: (type_identifier) @name)] .))
      parameters: (_) @parameters)
  ]) @definition.function (#not-any-of? @name "if" "for" "while" "switch" "return" "sizeof" "else" "do" "case"))

((declaration
  type: (_) @returns
  declarator: [
    (_ declarator: [(identifier) @name (parenthesized_declarator (identifier) @name)] parameters: (_) @parameters)
    (_ "*" declarator: (_ declarator: (identifier) @name parameters: (_) @parameters))
    (_ "*" declarator: (pointer_declarator
      declarator: (_ declarator: (identifier) @name parameters: (_) @parameters)))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator
      declarator: (_ declarator: (identifier) @name parameters: (_) @parameters))))
  ]) @definition.function (#set! declaration prototype)
  (#not-any-of? @name "if" "for" "while" "switch" "return" "sizeof" "else" "do" "case"))

; TEST_IMPL(name) { … }: a macro writes the head of a function, and its real name. Not within one: FOR_EACH(item) { … }.
(translation_unit (function_definition
  type: (type_identifier) @owner declarator: (parenthesized_declarator . (identifier) @name .)) @definition.function)
(preproc_if (function_definition
  type: (type_identifier) @owner declarator: (parenthesized_declarator . (identifier) @name .)) @definition.function)
(preproc_ifdef (function_definition
  type: (type_identifier) @owner declarator: (parenthesized_declarator . (identifier) @name .)) @definition.function)
(preproc_else (function_definition
  type: (type_identifier) @owner declarator: (parenthesized_declarator . (identifier) @name .)) @definition.function)
