import { createHash } from "node:crypto";

export type Kept = { readonly body: Buffer; readonly etag: string; readonly until: number };

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

  async get(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<Kept> {
    const known = this.fresh(key);
    if (known) return known;
    const making = this.#making.get(key);
    if (making) return making;
    const made = this.#make(key, seconds, make).finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  /** What is kept under a key and still good. */
  fresh(key: string): Kept | undefined {
    const known = this.#kept.get(key);
    if (!known || known.until <= this.#clock()) return undefined;
    // To the end of the row: a map keeps the order in which its keys came.
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known;
  }

  /** Forgets everything whose key begins like this. */
  drop(prefix: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(prefix)) this.#forget(key);
  }

  async #make(key: string, seconds: number, make: () => Promise<string | Buffer>): Promise<Kept> {
    const made = await make();
    const body = typeof made === "string" ? Buffer.from(made) : made;
    const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
    const kept = { body, etag, until: this.#clock() + seconds * 1000 };
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
