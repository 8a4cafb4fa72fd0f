import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { isFromGitlab } from '../../../src/api/webhook/signature.ts';

describe('webhook: what GitLab vouches for', () => {
  const key = randomBytes(32);
  const secrets = [`whsec_${randomBytes(32).toString('base64')}`, `whsec_${key.toString('base64')}`, 'another kind'];
  const tokens = ['old', 'a-long-token'];
  const now = new Date('2026-11-29T12:00:00Z');
  const body = Buffer.from('{"note":"😊"}');
  const time = String(now.getTime() / 1000);
  const signed = (id: string, at: string, bytes = body) =>
    `v1,${createHmac('sha256', key).update(`${id}.${at}.`).update(bytes).digest('base64')}`;
  const isGood = (headers: Record<string, string>, given = { secrets, tokens }) =>
    isFromGitlab((name) => headers[name], body, given, now);

  it('is a token that it shares, and no other', () => {
    for (const token of tokens) assert.equal(isGood({ 'X-Gitlab-Token': token }), true);
    for (const token of ['', 'a-long', 'a-long-token ', 'A-LONG-TOKEN', 'another kind']) {
      assert.equal(isGood({ 'X-Gitlab-Token': token }), false, token);
    }
    assert.equal(isGood({}), false);
    assert.equal(isGood({ 'X-Gitlab-Token': '' }, { secrets, tokens: [] }), false);
  });

  it('is a signature over id, time and bytes', () => {
    const headers = (changed: object = {}) => ({
      'webhook-id': 'f5e1',
      'webhook-timestamp': time,
      'webhook-signature': signed('f5e1', time),
      ...changed,
    });
    assert.equal(isGood(headers()), true);
    assert.equal(isGood(headers({ 'webhook-signature': `v1,${'A'.repeat(43)}= ${signed('f5e1', time)}` })), true);
    const wrong = [
      { 'webhook-id': 'f5e2' },
      { 'webhook-id': '' },
      { 'webhook-timestamp': String(Number(time) + 1) },
      { 'webhook-timestamp': 'now' },
      { 'webhook-signature': signed('f5e1', time, Buffer.from('{}')) },
      { 'webhook-signature': signed('f5e1', time).replace('v1', 'v2') },
      { 'webhook-signature': 'v1,short' },
      { 'webhook-signature': '' },
    ];
    for (const changed of wrong) assert.equal(isGood(headers(changed)), false, JSON.stringify(changed));
    const late = String(Number(time) - 301);
    assert.equal(isGood(headers({ 'webhook-timestamp': late, 'webhook-signature': signed('f5e1', late) })), false);
  });

  it('is no token where a signature is wrong, but for who has nothing to check it by', () => {
    const both = { 'X-Gitlab-Token': 'old', 'webhook-signature': 'v1,x', 'webhook-id': 'a', 'webhook-timestamp': time };
    assert.equal(isGood(both), false);
    assert.equal(isGood(both, { secrets: [], tokens }), true);
  });
});
