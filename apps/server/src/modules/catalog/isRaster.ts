/** Do these bytes begin as a PNG, a JPEG, a WebP or an AVIF does? Whatever they call themselves, nothing else is decoded as one. */
export const isRaster = (bytes: Buffer): boolean => {
  const at = (place: number, signs: string) => bytes.toString("latin1", place, place + signs.length) === signs;
  return at(0, "\x89PNG\r\n\x1a\n") || at(0, "\xff\xd8\xff") || (at(0, "RIFF") && at(8, "WEBP")) || at(4, "ftyp");
};
