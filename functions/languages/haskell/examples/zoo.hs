{-# LANGUAGE LambdaCase, OverloadedStrings #-}
-- | The zoo.
module Acme.Zoo
  ( Shape (..), Animal (speak), area, module Data.Maybe
  ) where

import Data.List (sortBy, nub)
import qualified Data.Map.Strict as Map
import Data.Map (Map)
import Prelude hiding (lookup)
import Acme.Base
import Acme.Util as U (fmt)
import Data.Set qualified as Set

infixl 6 |+|

-- | A shape.
data Shape
  = Circle { radius :: Double, tag :: !String } -- ^ round
  | Square Double
  | Double :*: Int
  deriving (Show, Eq)

newtype Id a = Id { unId :: a } deriving newtype (Show)

type Name = String
type Handler a = a -> IO ()

data Expr a where
  Lit :: Int -> Expr Int
  Add :: Expr Int -> Expr Int -> Expr Int

-- | Speaks.
class (Show a, Eq a) => Animal a where
  -- | What it says.
  speak :: a -> String
  speak _ = "..."
  legs, arms :: a -> Int
  type Food a

instance Animal Shape where
  speak (Circle r t) = fmt t
  speak s = "square"
  legs _ = 0

instance (Show a) => Animal (Id a) where
  speak = show . unId

deriving instance Ord Shape

-- | Area of a shape.
area :: Shape -> Double -> Double
area (Circle r _) k | r > 0 && k > 1 = pi * r * r
                    | Just z <- find r, z > 1 = z
                    | otherwise = 0
area (Square s) _ = sq s
  where
    sq x = x * go x
      where go y = y + 1
    helper = 1
area (a :*: b) _ = if a > 0 then f a else b

(|+|) :: Shape -> Shape -> Shape
a |+| b = combine a b

limit :: Int
limit = 10

main :: IO ()
main = do
  x <- getLine
  let y = U.fmt x
      g z = z + 1
  forM_ [1 .. 3] $ \i -> do
    print i
  when (x == "a") $ putStrLn y
  mapM_ print (filter even xs)
  case x of
    "a" -> one
    'b' : rest | null rest -> two rest
               | otherwise -> three
    _ -> other x
  let (p, q) = pair 1
  Map.insert 1 2 Map.empty `seq` return ()
  r <- try $ risky x
  pure . U.fmt $ show y
  where
    xs = [a + b | a <- as, b <- bs, odd a]

lam = \case
  1 -> "x"
  _ -> "y"

point = Circle { radius = 1, tag = "a" }
upd s = s { radius = 2 }
sec = map (+ 1) . filter (> 2)
f x = g x where g y = h y
h z = let w = z + 1 in w
typed = (read "1" :: Int)
op = foldr (\a b -> a <> b) mempty
multi x
  | x > 1 = a
  | x < 0 || x == 5 = b
multiIf x = if | x > 1 -> a | otherwise -> b
infixCall a b = a `elem` b
foreign import ccall "sin" c_sin :: Double -> Double
pattern P x = Just x
type family F a
