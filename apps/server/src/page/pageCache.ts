import { createHash } from "node:crypto";
import { compress, type Encoding } from "../http/cache/compression.ts";

export type PageResponse = {
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A page that can be sent to every visitor. Compressed once per encoding, when that is first requested. */
export class CachedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly size: number;
  #body: Buffer;
  #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor({ status, html, headers }: PageResponse) {
    this.status = status;
    this.headers = headers;
    this.#body = Buffer.from(html);
    this.size = this.#body.length * 1.5;
    this.etag = `"${createHash("sha1").update(this.#body).digest("base64url")}"`;
  }

  encodedAs(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === "identity") return this.#body;
    const compressed = this.#compressed.get(encoding) ?? compress(encoding, this.#body);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}

/** Caches pages for a few seconds. Concurrent requests for one page share one rendering. */
export class PageCache {
  #entries = new Map<string, { page: CachedPage; until: number }>();
  #pending = new Map<string, Promise<CachedPage>>();
  #bytes = 0;
  readonly #seconds: number;
  readonly #limit: number;
  readonly #clock: () => number;

  constructor(seconds: number, limit = 48 * 1024 * 1024, clock: () => number = () => performance.now()) {
    this.#seconds = seconds;
    this.#limit = limit;
    this.#clock = clock;
  }

  async get(key: string, make: () => Promise<PageResponse>): Promise<CachedPage> {
    const cached = this.#entries.get(key);
    if (cached && cached.until > this.#clock()) return cached.page;
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const created = make()
      .then((page) => this.#store(key, new CachedPage(page)))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, created);
    return created;
  }

  #store(key: string, page: CachedPage): CachedPage {
    this.#delete(key);
    // Errors are not cached.
    if (this.#seconds <= 0 || page.status >= 500) return page;
    this.#entries.set(key, { page, until: this.#clock() + this.#seconds * 1000 });
    this.#bytes += page.size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#delete(oldest);
    }
    return page;
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.page.size;
  }
}
