import sanitizeHtml from "sanitize-html";
import { BoundedCache } from "../../cache/boundedCache.ts";

/** What is allowed: formatted text and links. */
export const cleaning = {
  allowedTags: [
    "a",
    "b",
    "blockquote",
    "br",
    "code",
    "em",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "s",
    "small",
    "strong",
    "sub",
    "sup",
    "u",
    "ul",
    "dl",
    "dt",
    "dd",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "caption",
    "figure",
    "figcaption",
  ],
  allowedAttributes: {
    a: ["href", "title", "rel", "target"],
    th: ["scope", "colspan", "rowspan"],
    td: ["colspan", "rowspan"],
    ol: ["start"],
  },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  transformTags: {
    // A page in a new tab must not get access to ours through window.opener.
    a: (tagName, { href, title, target }) => ({
      tagName,
      attribs: {
        ...(href && { href }),
        ...(title && { title }),
        ...(target === "_blank" && { target, rel: "noopener noreferrer" }),
      },
    }),
    h1: "h2",
  },
} satisfies sanitizeHtml.IOptions;

const cleanedTexts = new BoundedCache<string>({
  maxEntries: 2000,
  maxBytes: 8 * 1024 * 1024,
  bytesOf: (text) => 2 * text.length,
});
const maxCachedLength = 20_000;

/**
 * Reduces a seller's HTML to formatted text: no scripts, styles, pictures, frames or forms, and only links to http(s),
 * mailto and tel. Applied at import and again on output. Results are cached, because a listing repeats its texts.
 */
export function cleanHtml(html: string): string;
export function cleanHtml(html: string | null): string | null;
export function cleanHtml(html: string | null): string | null {
  if (html === null || html === "") return html;
  const known = cleanedTexts.get(html);
  if (known !== undefined) return known;
  const clean = sanitizeHtml(html, cleaning);
  if (html.length <= maxCachedLength) cleanedTexts.set(html, clean);
  return clean;
}
