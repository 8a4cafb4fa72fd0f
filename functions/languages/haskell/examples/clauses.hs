module Clauses where

import qualified Data.Text
import Data.Text (Text, pack)
import Zoo (Shape (..))

f x = g x where g y = h y
h = id

data T = T

instance Show T where
  show _ = "t"

{-| Length, by hand.

    With two equations. -}
size :: [a] -> Int
-- a comment between
size [] = 0
{-# INLINE size #-}
size (_ : xs) = 1 + size xs

-- | Several lines
-- of documentation.
classify :: Int -> Maybe Text -> Text
classify n Nothing
  | n < 0 = pack "negative"
  | n == 0 || n == 1 = pack "small"
  | otherwise = Data.Text.pack "big"
classify _ (Just given) = given

(<+>) :: Int -> Int -> Int
(<+>) a b = a `plus` b
  where
    plus :: Int -> Int -> Int
    plus = (+)

x `minus` y = x - y

run :: IO ()
run = do
  setup
  shape <- load
  let scale by = by * factor
      factor = 2
  case shape of
    Circle r | r > 1 -> big r
    Square {side = s} -> small s
    _ -> pure ()
  if ok then finish else setup

setup, finish :: IO ()
setup = pure ()
finish = pure ()

composed = show . h . size

-- Twice what it is,
-- told in an ordinary comment.
double :: Int -> Int
double x = x + x
