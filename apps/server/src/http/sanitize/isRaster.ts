/**
 * Whether the bytes begin like a PNG, JPEG, WebP or AVIF, whatever their declared type. Nothing else is decoded as a
 * raster image.
 */
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
