import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** The best encoding that the browser takes. */
export const negotiateEncoding = (accepted: string | undefined): Encoding => {
  const codings = new Set(
    (accepted ?? "")
      .split(",")
      .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
      .map((part) => part.split(";")[0]?.trim()),
  );
  return codings.has("br") ? "br" : codings.has("gzip") ? "gzip" : "identity";
};

/** Compressed while somebody waits: beyond this level it takes longer than the line saves. */
export const compress = (encoding: Exclude<Encoding, "identity">, bytes: Buffer): Promise<Buffer> =>
  encoding === "br"
    ? promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : promisify(gzip)(bytes, { level: 5 });
