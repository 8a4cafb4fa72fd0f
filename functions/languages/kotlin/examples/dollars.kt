fun schema(): String {
    return load($$"a$b", $$"""{ "$id": 1 }""")
}
