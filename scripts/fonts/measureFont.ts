/** Reads enough of the OpenType tables to measure a font and to list its layout features. */
export type FontMeasures = {
  readonly unitsPerEm: number;
  readonly ascent: number;
  readonly descent: number;
  readonly lineGap: number;
  readonly features: readonly string[];
  readonly advance: (character: string) => number;
  readonly has: (code: number) => boolean;
};

export function measureFont(sfnt: Buffer): FontMeasures {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < sfnt.readUInt16BE(4); i++) {
    const record = 12 + i * 16;
    const start = sfnt.readUInt32BE(record + 8);
    tables.set(
      sfnt.toString("latin1", record, record + 4),
      sfnt.subarray(start, start + sfnt.readUInt32BE(record + 12)),
    );
  }
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`The font has no ${tag} table`);
    return found;
  };

  const hhea = table("hhea");
  const hmtx = table("hmtx");
  const longMetrics = hhea.readUInt16BE(34);
  const glyphOf = readCmap(table("cmap"));
  return {
    unitsPerEm: table("head").readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    lineGap: hhea.readInt16BE(8),
    features: [...new Set(["GSUB", "GPOS"].flatMap((tag) => readFeatures(tables.get(tag))))].sort(),
    advance: (character) => hmtx.readUInt16BE(Math.min(glyphOf(character), longMetrics - 1) * 4),
    has: (code) => glyphOf(String.fromCharCode(code)) !== 0,
  };
}

function readFeatures(layout: Buffer | undefined): string[] {
  if (!layout) return [];
  const list = layout.subarray(layout.readUInt16BE(6));
  return Array.from({ length: list.readUInt16BE(0) }, (_, i) => list.toString("latin1", 2 + i * 6, 6 + i * 6));
}

/** Format 4 covers the basic multilingual plane, which is enough for Latin. */
function readCmap(cmap: Buffer): (character: string) => number {
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const map = cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4));
    if (map.readUInt16BE(0) === 4) return (character) => lookUp(map, character.charCodeAt(0));
  }
  throw new Error("The font has no format 4 character map");
}

function lookUp(map: Buffer, code: number): number {
  const twiceSegments = map.readUInt16BE(6);
  for (let i = 0; i < twiceSegments; i += 2) {
    if (code > map.readUInt16BE(14 + i)) continue;
    const start = map.readUInt16BE(16 + twiceSegments + i);
    if (code < start) return 0;
    const delta = map.readInt16BE(16 + twiceSegments * 2 + i);
    const offsetAt = 16 + twiceSegments * 3 + i;
    const offset = map.readUInt16BE(offsetAt);
    if (offset === 0) return (code + delta) & 0xffff;
    const glyph = map.readUInt16BE(offsetAt + offset + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
