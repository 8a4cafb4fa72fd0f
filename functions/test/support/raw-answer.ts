import { connect } from 'node:net';

/** What a server sends in answer to these bytes; `fetch` sends no such requests. */
export async function rawAnswer(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
