/**
 * Secrets at rest: AES-256-GCM with a random 96-bit nonce. A sealed value names the key that sealed it, so a new key can
 * be rotated in while values of the old one still open:
 *
 *     3f9a1c20.<nonce, 16 characters base64url>.<ciphertext and 16-byte tag, base64url>
 *
 * The name is the start of the key's SHA-256: nobody has to number keys, and a wrong key is told from a changed value.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '../model/errors.ts';
import type { SecretBoxPort } from '../ports.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function nameOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** `keys`: 32 bytes each in base64, comma-separated; the first one seals, all of them open. `not_configured` otherwise. */
export function secretBox(keys: string): SecretBoxPort {
  const ring = new Map<string, Buffer>();
  for (const text of keys.split(',').map((part) => part.trim())) {
    const key = Buffer.from(text, 'base64');
    if (key.length !== 32) throw new AppError('not_configured', 'TOKEN_ENCRYPTION_KEY must be 32 bytes in base64');
    ring.set(nameOf(key), key);
  }
  const [[sealName, sealKey] = ['', Buffer.alloc(0)]] = ring;

  return {
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${sealName}.${nonce.toString('base64url')}.${body.toString('base64url')}`;
    },
    open(sealed, context) {
      const [name = '', nonceText = '', bodyText = ''] = sealed.split('.');
      const key = ring.get(name);
      const nonce = Buffer.from(nonceText, 'base64url');
      const body = Buffer.from(bodyText, 'base64url');
      if (key === undefined || nonce.length !== NONCE_BYTES || body.length < TAG_BYTES) return undefined;
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(body.subarray(body.length - TAG_BYTES));
      try {
        const plain = Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]);
        return plain.toString('utf8');
      } catch {
        return undefined; // GCM refused it: changed, or sealed for another context
      }
    },
  };
}
