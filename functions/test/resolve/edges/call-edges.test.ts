import assert from 'node:assert/strict';
import { graphOf } from '../../support/graph-of.ts';

describe('resolve/edges/call-edges', () => {
  it('names a framework only where what is called is what its manager gave', async () => {
    const { edges } = await graphOf({
      'm.py':
        'from django.db import models\nclass Book(models.Model):\n  def url(self): pass\ndef f(): Book.objects.get(pk=1).url()\n',
      'p.py':
        'class Box:\n  def go(self): pass\nclass Holder:\n  def __init__(self): self.objects = {"a": Box()}\n  def r(self): self.objects["a"].go()\n',
    });
    const evidenceOf = (to: string) => edges.find((edge) => edge.type === 'CALLS' && edge.to.endsWith(to))?.evidence;
    assert.deepEqual([evidenceOf('Book.url'), evidenceOf('Box.go')], ['framework', 'receiver']);
  });
});
