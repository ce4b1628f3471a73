import { cleanHtml } from "./cleanHtml.ts";

/** A paragraph of a seller's HTML as plain text. */
export type Prose = { readonly isHeading: boolean; readonly text: string };

const heading = /^h[1-6]$/;
const inline = new Set(["a", "b", "code", "em", "i", "s", "small", "strong", "sub", "sup", "u"]);
// The cleaner writes no other entities.
const signs: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

/** The words of a seller's HTML, paragraph by paragraph, for where there is no HTML. */
export const proseOf = (html: string): Prose[] => {
  const prose: Prose[] = [];
  let [text, isHeading] = ["", false];
  const finish = () => {
    const whole = text.replace(/\s+/g, " ").trim();
    if (whole !== "") prose.push({ isHeading, text: whole });
    text = "";
  };
  for (const [, closing, tag, words] of cleanHtml(html).matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>|([^<]+)/g)) {
    if (words !== undefined) text += words.replace(/&(?:amp|lt|gt|quot);/g, (entity) => signs[entity] ?? "");
    else if (tag !== undefined && !inline.has(tag)) {
      finish();
      isHeading = closing === "" && heading.test(tag);
    }
  }
  finish();
  return prose;
};
