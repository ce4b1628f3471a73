import { createHash } from "node:crypto";
import { packedAs, type Encoding } from "../http/encoding.ts";

export type MadePage = {
  readonly status: number;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** A page ready to be sent to anyone. Compressed once for each encoding that is asked for. */
export class KeptPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly size: number;
  #plain: Buffer;
  #packed = new Map<Encoding, Promise<Buffer>>();

  constructor({ status, html, headers }: MadePage) {
    this.status = status;
    this.headers = headers;
    this.#plain = Buffer.from(html);
    this.size = this.#plain.length * 1.5;
    this.etag = `"${createHash("sha1").update(this.#plain).digest("base64url")}"`;
  }

  as(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === "identity") return this.#plain;
    const packed = this.#packed.get(encoding) ?? packedAs(encoding, this.#plain);
    this.#packed.set(encoding, packed);
    return packed;
  }
}

/** Pages are the same for everybody: they are made once and kept for seconds. Many who ask at once share one making. */
export class KeptPages {
  #kept = new Map<string, { page: KeptPage; until: number }>();
  #making = new Map<string, Promise<KeptPage>>();
  #bytes = 0;
  readonly #seconds: number;
  readonly #limit: number;
  readonly #clock: () => number;

  constructor(seconds: number, limit = 48 * 1024 * 1024, clock: () => number = () => performance.now()) {
    this.#seconds = seconds;
    this.#limit = limit;
    this.#clock = clock;
  }

  async get(key: string, make: () => Promise<MadePage>): Promise<KeptPage> {
    const known = this.#kept.get(key);
    if (known && known.until > this.#clock()) return known.page;
    const making = this.#making.get(key);
    if (making) return making;
    const made = make()
      .then((page) => this.#keep(key, new KeptPage(page)))
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  #keep(key: string, page: KeptPage): KeptPage {
    this.#forget(key);
    // What went wrong is not worth remembering.
    if (this.#seconds <= 0 || page.status >= 500) return page;
    this.#kept.set(key, { page, until: this.#clock() + this.#seconds * 1000 });
    this.#bytes += page.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.#forget(oldest);
    }
    return page;
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#bytes -= kept.page.size;
  }
}
