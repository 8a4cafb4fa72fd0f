/** Agents that read in the reader's name, and the end of each. */
import { useState } from 'preact/hooks';
import { api, ApiFailure, ask } from '../../api/client.ts';
import type { SchemaConnectedAgent } from '../../api/schema.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Busy, Failed } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/times.tsx';

const COLUMNS = [{ title: 'Agent' }, { title: 'Connected' }, { title: 'Last used' }, { title: 'Disconnect' }] as const;

export function ConnectedAgents() {
  const answer = useAnswer((signal) => ask(api.GET('/api/v1/auth/agents', { signal })), []);
  const [failure, setFailure] = useState<ApiFailure>();
  const disconnect = async (id: string): Promise<void> => {
    setFailure(undefined);
    try {
      await ask(api.DELETE('/api/v1/auth/agents/{agent_id}', { params: { path: { agent_id: id } } }));
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error : new ApiFailure(0, String(error)));
    }
    answer.reload();
  };
  return (
    <>
      <h2>Connected agents</h2>
      {failure !== undefined && <Failed failure={failure} />}
      {answer.is === 'failed' ? (
        <Failed failure={answer.failure} again={answer.reload} />
      ) : answer.data === undefined ? (
        <Busy what="Reading your agents" />
      ) : answer.data.total === 0 ? (
        <p>
          No agent is connected. One that speaks MCP connects itself when it is told the address{' '}
          <code>{location.origin}/mcp</code>.
        </p>
      ) : (
        <Table columns={COLUMNS}>
          {answer.data.agents.map((agent) => (
            <Row key={agent.agent_id} agent={agent} disconnect={disconnect} />
          ))}
        </Table>
      )}
    </>
  );
}

function Row({ agent, disconnect }: { agent: SchemaConnectedAgent; disconnect: (id: string) => Promise<void> }) {
  const { agent_id: id, name, redirect_host: host, created_at: connected, last_used_at: used } = agent;
  return (
    <tr>
      <td>
        {name}
        <div class="faint">{host}</div>
      </td>
      <td>
        <Time at={connected} />
      </td>
      <td>{used === null ? 'never' : <Time at={used} />}</td>
      <td>
        <button
          type="button"
          class="button small"
          aria-label={`Disconnect ${name}`}
          onClick={() => void disconnect(id)}
        >
          Disconnect
        </button>
      </td>
    </tr>
  );
}
