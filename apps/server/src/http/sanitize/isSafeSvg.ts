/** Elements of static drawings: nothing that runs scripts, embeds documents, links or animates. */
const allowedElements = new Set([
  "svg",
  "g",
  "defs",
  "title",
  "desc",
  "symbol",
  "use",
  "path",
  "rect",
  "circle",
  "ellipse",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "lineargradient",
  "radialgradient",
  "stop",
  "clippath",
  "mask",
  "pattern",
  "style",
  "filter",
  "fegaussianblur",
  "feoffset",
  "femerge",
  "femergenode",
  "feflood",
  "fecomposite",
  "feblend",
  "fecolormatrix",
  "marker",
]);

/**
 * Whether an SVG is only a drawing. Refuses scripts, event handlers, embedded documents, external references, entities
 * and every element that a logo does not need. Checked at import and again when the file is sent.
 */
export const isSafeSvg = (bytes: Uint8Array): boolean => {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  const source = text.replace(/^\uFEFF?\s*<\?xml[^>]*\?>/, "").replace(/<!--[\s\S]*?-->/g, "");
  if (!/^\s*<svg[\s>]/i.test(source)) return false;
  // No doctype, no CDATA, no processing instructions, no numeric references that could hide a keyword.
  if (/<[!?]/.test(source) || /&(?!(?:amp|lt|gt|quot|apos);)/.test(source)) return false;
  for (const [, name = ""] of source.matchAll(/<\/?\s*([^\s/>]*)/g))
    if (!allowedElements.has(name.toLowerCase())) return false;
  if (/[\s"'/]on[\w-]*\s*=/i.test(source)) return false;
  if (
    /(?:javascript|vbscript|data|file|https?|ftp)\s*:(?!\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)["'])/i.test(source)
  )
    return false;
  if (/@import|expression\s*\(|url\s*\(\s*["']?\s*(?!#)/i.test(source.replace(/url\s*\(\s*["']?\s*#/gi, "")))
    return false;
  for (const [, target = ""] of source.matchAll(/href\s*=\s*["']?([^"'\s>]*)/gi))
    if (!target.startsWith("#")) return false;
  return true;
};
