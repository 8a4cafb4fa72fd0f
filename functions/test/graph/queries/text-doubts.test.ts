import assert from 'node:assert/strict';
import { deadCode } from '../../../src/graph/queries/dead-code.ts';
import { memoryReader } from '../../../src/graph/reader/memory-reader.ts';
import { memoryGraphOf } from '../../support/memory-graph.ts';

describe('graph/queries/text-doubts', function () {
  this.timeout(120_000);

  it('doubts what a text that is no source names, or may name', async () => {
    const memory = await memoryGraphOf('ada/texts', {
      'app/window.py': 'def _clicked(): pass\ndef _told(): pass\ndef _alone(): pass\n',
      'app/window.ui': '<signal handler="_clicked"/>',
      'README.md': 'What was _told is `told`.',
    });
    const seenBy = async (source: typeof memory) => {
      const { results, texts_not_read } = await deadCode.answer(memoryReader(source), deadCode.input.parse({}));
      const found = results.map(({ name, uncertain, mentioned_at: at }) => [name, [...uncertain, at?.path]] as const);
      return { ...Object.fromEntries(found), texts_not_read };
    };
    assert.deepEqual(await seenBy(memory), {
      _clicked: ['text_names_it', 'app/window.ui'],
      _told: ['text_names_it', 'README.md'],
      _alone: [undefined],
      texts_not_read: 0,
    });
    const older = { ...memory };
    delete older.textWords;
    const unknown = ['text_not_read', undefined];
    assert.deepEqual(await seenBy(older), {
      _clicked: unknown,
      _told: unknown,
      _alone: unknown,
      texts_not_read: null,
    });
    const large = { files: [], unread: 3, complete: true };
    assert.deepEqual(await seenBy({ ...older, textWords: () => Promise.resolve(large) }), {
      ...{ _clicked: [undefined], _told: [undefined], _alone: [undefined] },
      texts_not_read: 3,
    });
  });
});
