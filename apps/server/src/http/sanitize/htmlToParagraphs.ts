import { cleanHtml } from "./cleanHtml.ts";

/** A paragraph of a seller's HTML as plain text. */
export type Paragraph = { readonly isHeading: boolean; readonly text: string };

const heading = /^h[1-6]$/;
const inlineTags = new Set(["a", "b", "code", "em", "i", "s", "small", "strong", "sub", "sup", "u"]);
// sanitize-html writes no other entities.
const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** Converts a seller's HTML into plain paragraphs, for formats without HTML such as PDF. */
export const htmlToParagraphs = (html: string): Paragraph[] => {
  const paragraphs: Paragraph[] = [];
  let [text, isHeading] = ["", false];
  const finish = () => {
    const whole = text.replace(/\s+/g, " ").trim();
    if (whole !== "") paragraphs.push({ isHeading, text: whole });
    text = "";
  };
  for (const [, closing, tag, content] of cleanHtml(html).matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>|([^<]+)/g)) {
    if (content !== undefined) text += content.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? "");
    else if (tag !== undefined && !inlineTags.has(tag)) {
      finish();
      isHeading = closing === "" && heading.test(tag);
    }
  }
  finish();
  return paragraphs;
};
