import { backoff } from './backoff.ts';
import type { Message, Store } from './store.ts';

export type Handler = (message: Message) => Promise<void>;

/** Hands each message of a topic to its subscriber until the subscriber does not throw. */
export class Courier {
  private handlers = new Map<string, Handler>();

  constructor(
    private store: Store,
    private maxAttempts = 5,
  ) {}

  subscribe(topic: string, handler: Handler): void {
    this.handlers.set(topic, handler);
  }

  async publish(topic: string, body: unknown): Promise<string> {
    const id = Math.random().toString(36).slice(2);
    await this.store.put({ id, topic, body, attempts: 0 });
    return id;
  }

  async deliver(topic: string): Promise<boolean> {
    const handler = this.handlers.get(topic);
    const message = await this.store.take(topic);
    if (!handler || !message) return false;
    try {
      await handler(message);
      await this.store.done(message.id);
      return true;
    } catch (error) {
      await this.retry(message);
      return false;
    }
  }

  private async retry(message: Message): Promise<void> {
    message.attempts++;
    if (message.attempts >= this.maxAttempts) {
      await this.store.done(message.id);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, backoff(message.attempts)));
    await this.store.put(message);
  }
}
