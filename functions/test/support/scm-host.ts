/** A local SCM host for one test file: a free port, a temporary data folder, and its own app key. */
import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type ScmHost, type ScmHostOptions, startScmHost } from '../../local/scm-host/start-scm-host.ts';
import { makeFolder } from './repositories.ts';

export interface TestHost extends ScmHost {
  dataDir: string;
  appId: string;
  appPrivateKey: string;
  /** Stops the host and removes its data. */
  remove(): Promise<void>;
}

export async function startTestHost(options: Partial<ScmHostOptions> = {}): Promise<TestHost> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const dataDir = options.dataDir ?? makeFolder();
  const host = await startScmHost({ appPublicKey: publicKey, appId: '12345', ...options, dataDir });
  return {
    ...host,
    dataDir,
    appId: '12345',
    appPrivateKey: privateKey,
    async remove() {
      await host.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
