import { hostedFontFaces, unicodeRanges } from "./fontFaces.ts";

export type FaceUse = "display" | "text";

const scripts = ["latin", "latin-ext"] as const;

/** The file that every page with this typeface loads, so it is worth preloading. */
export const fontFile = (family: string, use: FaceUse): string => `${faceOf(family, use).slug}-${use}-latin.woff2`;

/** The value of --seller-font-display or --seller-font-text. */
export function fontStack(family: string, use: FaceUse): string {
  const { kind } = faceOf(family, use);
  return `"${family} ${use}", "${family} ${use} fallback", ${kind === "serif" ? "Georgia, serif" : "system-ui, sans-serif"}`;
}

/**
 * The @font-face rules of a typeface. The fallback is a system font adjusted to its metrics for each range of weights.
 * `urlOf` gives the URL of a file.
 */
export function fontFaceCss(family: string, use: FaceUse, urlOf: (file: string) => string): string {
  const { slug, locals, fallbacks } = faceOf(family, use);
  // Display fonts have one weight: declaring the full range keeps the browser from synthesising bold.
  const weight = use === "display" ? "100 900" : "400 700";
  const real = scripts.map(
    (script) =>
      `@font-face{font-family:"${family} ${use}";font-weight:${weight};font-display:swap;` +
      `src:url("${urlOf(`${slug}-${use}-${script}.woff2`)}") format("woff2");unicode-range:${unicodeRanges[script]}}`,
  );
  // No synthetic bold either: it would be wider than the font it replaces.
  const source = locals.map((name) => `local("${name}")`).join(",");
  const stretched = fallbacks.map(
    (one) =>
      `@font-face{font-family:"${family} ${use} fallback";font-weight:${one.weight};src:${source};size-adjust:${one.sizeAdjust};` +
      `ascent-override:${one.ascentOverride};descent-override:${one.descentOverride};line-gap-override:${one.lineGapOverride}}`,
  );
  return [...real, ...stretched].join("");
}

function faceOf(family: string, use: FaceUse) {
  const face = hostedFontFaces.find((one) => one.family === family && one.use === use);
  if (!face) throw new Error(`No self-hosted face named ${family} for ${use}`);
  return face;
}
