/**
 * The text of a file: UTF-8, or UTF-16 where a mark at its beginning says so, as spreadsheets write it. Bytes that are no UTF-8
 * are read as Windows-1252, in which other spreadsheets of Western Europe write.
 */
export const decodeFile = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};
