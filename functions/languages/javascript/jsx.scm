; An element of a component is a call of it, or builds it: <Card/>, <ui.Card>…</ui.Card>. Lower-case names are of the
; platform.
((jsx_self_closing_element name: (identifier) @callee) @reference.call
  (#match? @callee "^[A-Z]")
  (#set! constructs true))
((jsx_opening_element name: (identifier) @callee) @reference.call
  (#match? @callee "^[A-Z]")
  (#set! constructs true))
((jsx_self_closing_element name: (member_expression) @callee) @reference.call (#set! constructs true))
((jsx_opening_element name: (member_expression) @callee) @reference.call (#set! constructs true))
