export interface Message {
  id: string;
  topic: string;
  body: unknown;
  attempts: number;
}

export interface Store {
  put(message: Message): Promise<void>;
  take(topic: string): Promise<Message | undefined>;
  done(id: string): Promise<void>;
}

/** Keeps messages for as long as the process lives. */
export class MemoryStore implements Store {
  private messages = new Map<string, Message>();

  async put(message: Message): Promise<void> {
    this.messages.set(message.id, message);
  }

  async take(topic: string): Promise<Message | undefined> {
    for (const message of this.messages.values()) {
      if (message.topic == topic) return message;
    }
    return undefined;
  }

  async done(id: string): Promise<void> {
    this.messages.delete(id);
  }
}
