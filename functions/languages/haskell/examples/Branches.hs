{-# LANGUAGE CPP #-}
module Branches where

import Data.List (sort)
#ifdef WINDOWS
import Windows (open)
#else
import Posix (open)

close :: Int -> Int
close fd = run fd
#endif

run :: Int -> Int
#if MIN_VERSION_base(4,8,0)
run n = open n
#else
run n = sort n
#endif
