What is written in ordinary text is no code.

> module Acme.Literate where
>
> twice :: Int -> Int
> twice x = add x x

It goes on: twice y = nothing.

> add :: Int -> Int -> Int
> add a b = a + b
