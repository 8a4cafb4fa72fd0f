import assert from 'node:assert/strict';
import { isRegistered, redirectHost, redirectKind, withAnswer } from '../../src/oauth/redirect-uris.ts';

describe('addresses that a browser is sent to with a code', () => {
  it('are of the web, of a program on the own computer, or of an app', () => {
    const kinds = {
      'https://agent.example.com/callback?x=1': 'web',
      'https://vscode.dev/redirect': 'web',
      'http://127.0.0.1/callback': 'computer',
      'http://127.0.0.1:33418/': 'computer',
      'http://[::1]:8080/cb': 'computer',
      'http://localhost/callback': 'computer',
      'https://localhost:8443/callback': 'computer',
      'cursor://anysphere.cursor-mcp/oauth/callback': 'app',
      'com.example.app:/oauth': 'app',
    };
    for (const [uri, kind] of Object.entries(kinds)) assert.equal(redirectKind(uri), kind, uri);
  });

  it('are none that a browser would run, or that lead to another computer unencrypted', () => {
    const bad = [
      ...['javascript:alert(1)', 'javascript://x/%0aalert(1)', 'JavaScript:alert(1)', 'data:text/html,x', 'vbscript:x'],
      ...['file:///etc/passwd', 'blob:https://x/y', 'view-source:https://x', 'about:blank', 'mailto:a@b', 'intent://x/#y'],
      ...['http://agent.example.com/callback', 'http://127.0.0.1.evil.example/', 'http://localhost.evil.example/'],
      ...['http://10.0.0.1/', 'http://[::2]/', 'ftp://127.0.0.1/', 'ws://127.0.0.1/', 'foo:bar', '', 'x', '/callback'],
      ...['https://a:b@agent.example.com/', 'http://x@127.0.0.1/', 'https://agent.example.com/#x', 'http://127.0.0.1/#'],
      ...['https://agent.example.com/\n', ' https://agent.example.com/', 'https://ägent.example/', `https://x.example/${'x'.repeat(2048)}`],
    ]; // prettier-ignore
    for (const uri of bad) assert.equal(redirectKind(uri), undefined, uri);
  });

  it('are compared to the letter, but for the port of a program', () => {
    const same: [string, string][] = [
      ['https://agent.example.com/callback', 'https://agent.example.com/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:51234/callback'],
      ['http://127.0.0.1:1/callback', 'http://127.0.0.1:2/callback'],
      ['http://localhost/callback', 'http://localhost:8976/callback'],
      ['http://[::1]/callback', 'http://[::1]:8976/callback'],
      ['http://127.0.0.1', 'http://127.0.0.1:5'],
    ];
    for (const [registered, asked] of same) assert.ok(isRegistered(['https://x.example/', registered], asked), asked);
    const others: [string, string][] = [
      ['https://agent.example.com/callback', 'https://agent.example.com/callback/'],
      ['https://agent.example.com/callback', 'https://agent.example.com/callback?x'],
      ['https://agent.example.com/callback', 'https://agent.example.com:444/callback'],
      ['https://agent.example.com/callback', 'https://agent.example.com/callback/../evil'],
      ['https://agent.example.com/callback', 'https://AGENT.example.com/callback'],
      ['https://agent.example.com/callback', 'https://evil.example/callback'],
      ['https://agent.example.com/callback', 'https://agent.example.com.evil.example/callback'],
      ['https://agent.example.com/callback', 'https://agent.example.com@evil.example/callback'],
      ['http://127.0.0.1/callback', 'http://localhost/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:80/other'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:80@evil.example/callback'],
      ['http://127.0.0.1/callback', 'https://127.0.0.1/callback'],
      ['http://127.0.0.1/callback', 'http://127.1/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:999999/callback'],
      ['cursor://a/callback', 'cursor://b/callback'],
      ['javascript:alert(1)', 'javascript:alert(1)'],
    ];
    for (const [registered, asked] of others) assert.ok(!isRegistered([registered], asked), `${registered} ${asked}`);
  });

  it('are told by their host, and keep their own query beside the answer', () => {
    assert.equal(redirectHost('https://xn--e1awd7f.example/cb'), 'xn--e1awd7f.example');
    assert.equal(redirectHost('http://127.0.0.1:51234/cb'), '127.0.0.1:51234');
    assert.equal(redirectHost('cursor://anysphere/cb'), 'cursor:');
    assert.equal(
      withAnswer('https://a.example/cb?x=1', { code: 'a&b', state: undefined }),
      'https://a.example/cb?x=1&code=a%26b',
    );
    assert.equal(withAnswer('cursor://anysphere/cb', { code: 'c' }), 'cursor://anysphere/cb?code=c');
    assert.equal(withAnswer('com.example.app:/cb', { code: 'c' }), 'com.example.app:/cb?code=c');
  });
});
