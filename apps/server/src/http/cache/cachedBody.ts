import { createHash } from "node:crypto";
import { compress, type Encoding } from "./compression.ts";

/** Smaller replies fit into a few packets anyway; a calendar is larger, and a seating plan much larger. */
const minCompressedBytes = 16 * 1024;

/** Copies the bytes: a small `Buffer` shares a slab with others and would keep all of it in memory. */
const ownBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/** A body that is sent to many visitors. It is compressed once per encoding, when that is first requested. */
export class CachedBody {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  constructor(content: string | Buffer) {
    this.bytes = typeof content === "string" ? ownBytes(content) : content;
    this.etag = `"${createHash("sha1").update(this.bytes).digest("base64url")}"`;
  }

  get isCompressible(): boolean {
    return this.bytes.length >= minCompressedBytes;
  }

  /** The memory that it may take, with a compressed copy per encoding. */
  get size(): number {
    return this.bytes.length * (this.isCompressible ? 3 : 1);
  }

  encodedAs(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === "identity") return this.bytes;
    const compressed = this.#compressed.get(encoding) ?? compress(encoding, this.bytes);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}
