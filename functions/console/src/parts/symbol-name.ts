/** `Cart.total` of `ada/shop shop/cart.py#Cart.total`; the path of a file. */
export function symbolName({ symbol_id: id, path }: { symbol_id: string; path: string }): string {
  const behind = id.indexOf(` ${path}#`);
  return behind < 0 ? path : id.slice(behind + path.length + 2);
}
