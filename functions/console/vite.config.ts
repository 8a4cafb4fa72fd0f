/**
 * Builds the console into `console/dist`, which Hosting serves: one page, hashed assets, nothing from another host.
 *
 *   index.html                 the one page; every address below /app/ answers with it (firebase.json)
 *   assets/<name>-<hash>.js    code; pages that few people open are chunks of their own
 */
import { defineConfig, type Plugin } from 'vite';
import { contentSecurityPolicy } from './content-security-policy.ts';

const policy = (): Plugin => ({
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: (html) =>
    html.replace(
      '<meta charset="utf-8" />',
      `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy()}" />`,
    ),
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [policy()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A polyfill would be an inline script's work in old browsers; every browser of the target has module preloading.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
});
