/** Reads the files of a .pkpass, a zip file without compression. */
export const readPassFiles = (zip: Buffer): ReadonlyMap<string, Buffer> => {
  const files = new Map<string, Buffer>();
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    if (zip.readUInt16LE(at + 8) !== 0) throw new Error("a file of the pass is packed");
    const size = zip.readUInt32LE(at + 18);
    const name = at + 30;
    const begins = name + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    files.set(zip.toString("utf8", name, name + zip.readUInt16LE(at + 26)), zip.subarray(begins, begins + size));
    at = begins + size;
  }
  return files;
};
