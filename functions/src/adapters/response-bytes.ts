/** The bytes of an answer as they come, for readers that count them and may end early. */
export async function* bytesOf(response: Response): AsyncIterableIterator<Uint8Array> {
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel(); // frees the connection when the rest is not wanted
  }
}

/** The same answer, read to its end; `tooLong` is thrown where it has more than `mostBytes`, unpacked. */
export async function readWhole(response: Response, mostBytes: number, tooLong: () => Error): Promise<Response> {
  const { status, statusText, headers } = response;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of bytesOf(response)) {
    bytes += part.length;
    if (bytes > mostBytes) throw tooLong();
    parts.push(part);
  }
  return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
}
