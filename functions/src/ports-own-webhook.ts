/**
 * This deployment's own webhook as others call it, as types. A part of ports.ts, from which everyone takes it.
 */

export interface PingOutcome {
  url: string;
  /** False where no secret is set to sign with. */
  sent: boolean;
  /** HTTP status; null where nothing answered. */
  status: number | null;
  /** Why nothing answered. */
  cause: string | null;
}

export interface OwnWebhookPort {
  /** Sends an event named `ping` of a repository by the address that the platform was told. It never fails. */
  ping(delivery: string, repository: { owner: string; name: string }): Promise<PingOutcome>;
}
