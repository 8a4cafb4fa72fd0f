\documentclass{article}
\begin{document}
Text with f x = y in it.
\begin{code}
module Acme.Document where

half :: Int -> Int
half x = divide x 2
\end{code}
More text, > as in a > b.
\begin{code}
divide :: Int -> Int -> Int
divide a b = a `div` b
\end{code}
\end{document}
