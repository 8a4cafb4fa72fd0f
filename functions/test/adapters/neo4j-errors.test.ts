/** Refusals as a real server gave them: when it stopped, when its disk was full, and when its instance was. */
import assert from 'node:assert/strict';
import { graphFailureOf } from '../../src/adapters/neo4j-errors.ts';

function refused(code: string, message = 'said', retriable = false) {
  return graphFailureOf(Object.assign(new Error(message), { code, retriable }));
}

describe('graphFailureOf', () => {
  for (const [code, message, said] of [
    ['Neo.ClientError.Transaction.LockClientStopped', 'The transaction has been terminated. …', /unavailable/],
    ['Neo.ClientError.Transaction.Terminated', 'The transaction has been terminated. …', /unavailable/],
    ['Neo.DatabaseError.Transaction.TransactionLogError', 'Could not append transaction: …', /\(TransactionLogError\)/],
    [
      'Neo.DatabaseError.Transaction.TransactionStartFailed',
      'The database has encountered a …',
      /its own log says why/,
    ],
    [
      'Neo.ClientError.Transaction.TransactionHookFailed',
      'You have exceeded the logical size limit of 200000 nodes',
      /full/,
    ],
    ['Neo.ClientError.General.ForbiddenOnReadOnlyDatabase', 'No writes', /read-only/],
    ['Neo.ClientError.General.WriteOnReadOnlyAccessDatabase', 'No writes', /read-only/],
    ['Neo.TransientError.General.MemoryPoolOutOfMemoryError', 'The allocation of an extra 2.0 MiB …', /memory/],
    ['N/A', 'Connection acquisition timed out in 6000 ms', /unavailable/],
    ['ProtocolError', 'Connection was closed by server', /unavailable/],
    ['Neo.ClientError.Security.Unauthorized', 'wrong password', /unavailable/],
  ] as const) {
    it(`can be tried again after ${code}`, () => {
      const failure = refused(code, message);
      assert.equal(failure?.code, 'graph_unavailable');
      assert.equal(failure.retryAfter, 10);
      assert.match(failure.message, said);
    });
  }

  it('can be tried again after whatever the driver would try again', () => {
    assert.equal(refused('Neo.TransientError.Transaction.DeadlockDetected', 'said', true)?.code, 'graph_unavailable');
  });

  it('calls a mistake in a question none of the server’s', () => {
    for (const code of [
      'Neo.ClientError.Statement.SyntaxError',
      'Neo.ClientError.Schema.ConstraintValidationFailed',
      'Neo.ClientError.Statement.TypeError',
      'Neo.ClientError.Transaction.TransactionHookFailed',
    ]) {
      assert.equal(refused(code), undefined, code);
    }
  });
});
