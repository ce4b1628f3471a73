import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** The best encoding that an Accept-Encoding header allows. */
export const negotiateEncoding = (accepted: string | undefined): Encoding => {
  const codings = new Set(
    (accepted ?? "")
      .split(",")
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  return codings.has("br") ? "br" : codings.has("gzip") ? "gzip" : "identity";
};

/** Uses moderate levels: a request waits for the result, and higher levels take longer than the transfer saves. */
export const compress = (encoding: Exclude<Encoding, "identity">, bytes: Buffer): Promise<Buffer> =>
  encoding === "br"
    ? promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : promisify(gzip)(bytes, { level: 5 });
