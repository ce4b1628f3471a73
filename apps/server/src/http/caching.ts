import { createHash } from "node:crypto";

export type Kept = { readonly body: Buffer; readonly etag: string; readonly renewFrom: number; readonly until: number };

/** The last part of an answer's time, in which it is made anew while it is still given out: nobody waits for it then. */
const renewal = 1 / 3;

/**
 * Answers that are the same for everybody, kept for a moment. Many who ask at once for one thing share one making of
 * it. Holds at most `limit` bytes; those that nobody asked for the longest go first.
 */
export class Cache {
  #kept = new Map<string, Kept>();
  #making = new Map<string, Promise<Kept>>();
  #bytes = 0;
  readonly #limit: number;
  readonly #clock: () => number;

  constructor(limit = 64 * 1024 * 1024, clock: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** What is kept under a key, made if need be. An answer is never given out when its time is over. */
  async get(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<Kept> {
    const known = this.#good(key);
    if (known && (this.#clock() < known.renewFrom || this.#making.has(key))) return known;
    const making = this.#making.get(key) ?? this.#begin(key, seconds, make);
    if (!known) return making;
    // Made anew behind the back of whoever asks. If that fails, the next who asks in vain is told.
    making.catch(() => undefined);
    return known;
  }

  /** What can be given out at once, nothing being left to do for it. */
  fresh(key: string): Kept | undefined {
    const known = this.#good(key);
    return known && (this.#clock() < known.renewFrom || this.#making.has(key)) ? known : undefined;
  }

  /** Forgets everything whose key begins like this. */
  drop(prefix: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.#forget(key);
  }

  #good(key: string): Kept | undefined {
    const known = this.#kept.get(key);
    if (!known || known.until <= this.#clock()) return undefined;
    // To the end of the row: a map keeps the order in which its keys came.
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  #begin(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<Kept> {
    const making = this.#make(key, seconds, make).finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  async #make(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<Kept> {
    // An answer is as old as what it was read from: its time runs from before the reading.
    const begun = this.#clock();
    const made = await make();
    const body = typeof made === "string" ? Buffer.from(made) : made;
    const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
    const time = seconds * 1000;
    const kept = { body, etag, renewFrom: begun + time * (1 - renewal), until: begun + time };
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#bytes += body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#forget(oldest);
    }
    return kept;
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.body.length;
  }
}
