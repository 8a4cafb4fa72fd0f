; Only JavaScript; what it shares with TypeScript stands in ecmascript.scm, elements in jsx.scm.

(class_declaration (class_heritage (_) @reference.inherits)) @definition.class
(class (class_heritage (_) @reference.inherits)) @definition.class
(field_definition property: (_) @name value: (_)? @value) @definition.field
(field_definition
  property: (_) @name
  value: [(arrow_function) (function_expression) (generator_function)] @anonymous) @definition.function
(field_definition decorator: (decorator) @decorator) @definition.field
(method_definition decorator: (decorator) @decorator) @definition.function
