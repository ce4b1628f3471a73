/** Do these bytes begin as a PNG, a JPEG, a WebP or an AVIF does? Whatever they call themselves, nothing else is decoded as one. */
export const isRaster = (bytes: Buffer): boolean => {
  const hasBytesAt = (offset: number, signature: string) =>
    bytes.toString("latin1", offset, offset + signature.length) === signature;
  return (
    hasBytesAt(0, "\x89PNG\r\n\x1a\n") ||
    hasBytesAt(0, "\xff\xd8\xff") ||
    (hasBytesAt(0, "RIFF") && hasBytesAt(8, "WEBP")) ||
    hasBytesAt(4, "ftyp")
  );
};
