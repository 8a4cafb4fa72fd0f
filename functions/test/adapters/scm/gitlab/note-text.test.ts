import assert from 'node:assert/strict';
import { commentText, noteText } from '../../../../src/adapters/scm/gitlab/note-text.ts';

describe('scm: GitLab: texts', () => {
  it('leave no line that begins with a quick action', () => {
    const cases: [string, string][] = [
      ['/close', '\\/close'],
      ['a\n/merge now', 'a\n\\/merge now'],
      ['\r/close', '\\/close'],
      ['a /close', 'a /close'],
      ['// comment', '// comment'],
      ['/* c */', '/* c */'],
      ['```\n/close\n```', '```\n /close\n```'],
      ['````\n```\n/close\n````\n/close', '````\n```\n /close\n````\n\\/close'],
      ['```suggestion\n/approve\n```', '```\n /approve\n```'],
      ['```suggestion\n/* kept */\n```', '```suggestion\n/* kept */\n```'],
    ];
    for (const [given, wanted] of cases) assert.equal(noteText(given), wanted, JSON.stringify(given));
    for (const [, text] of cases) assert.equal(noteText(text), text);
  });

  it('name the lines that a suggestion replaces, as far as GitLab goes', () => {
    const body = 'a\n```suggestion\nx\n```';
    assert.equal(commentText(body, 0), body);
    assert.equal(commentText(body, 3), 'a\n```suggestion:-3+0\nx\n```');
    assert.equal(commentText(body, 101), 'a\n```\nx\n```');
  });
});
