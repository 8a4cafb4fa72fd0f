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
