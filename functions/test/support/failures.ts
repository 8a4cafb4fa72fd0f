/** What a call that has to fail must reject with: for `assert.rejects`. */
import assert from 'node:assert/strict';
import { AppError, type ErrorCode } from '../../src/model/errors.ts';

/** An AppError of this code and a message of this form, in which (causes and stacks included) no secret stands. */
export function failsWith(code: ErrorCode, pattern: RegExp, secret?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, code, error.message);
    assert.match(error.message, pattern);
    if (secret !== undefined) assert.ok(!dump(error).includes(secret), 'the token stands in the error');
    return true;
  };
}

function dump(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  return `${error.message} ${error.stack ?? ''} ${JSON.stringify({ ...error })} ${dump(error.cause ?? '')}`;
}
