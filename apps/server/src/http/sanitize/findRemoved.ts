import sanitizeHtml from "sanitize-html";
import { removedKinds, type RemovedKind, type RemovedContent } from "@foyer/contract/office/catalogue/writing.ts";
import { cleanHtml, cleaning } from "./cleanHtml.ts";

const kindOfElement: Readonly<Record<string, RemovedKind>> = {
  img: "pictures",
  picture: "pictures",
  svg: "pictures",
  video: "media",
  audio: "media",
  object: "media",
  embed: "media",
  script: "scripts",
  style: "styling",
  font: "styling",
  iframe: "frames",
  form: "fields",
  input: "fields",
  select: "fields",
  textarea: "fields",
  button: "fields",
};
/** Elements that only wrap text and show nothing themselves, which programs add when text is copied from them. */
const wrappers = new Set([
  "html",
  "head",
  "body",
  "meta",
  "title",
  "link",
  "div",
  "span",
  "section",
  "article",
  "main",
  "center",
]);
const stylingAttributes = new Set(["style", "class", "color", "bgcolor", "face", "size", "align", "valign"]);

const allowed = new Set<string>(cleaning.allowedTags);

const kindOfAttribute = (element: string, name: string, value: string): RemovedKind | undefined => {
  if (name.startsWith("on")) return "scripts";
  if (stylingAttributes.has(name)) return "styling";
  if (
    element === "a" &&
    name === "href" &&
    !cleanHtml(`<a href="${value.replaceAll('"', "&quot;")}">x</a>`).includes("href")
  )
    return "links";
  return undefined;
};

/** What `cleanHtml` removes from a text, counted by the terms that its author uses. */
export const findRemoved = (html: string): RemovedContent => {
  const counts = new Map<RemovedKind, number>();
  const count = (kind: RemovedKind | undefined): void => void (kind && counts.set(kind, (counts.get(kind) ?? 0) + 1));
  sanitizeHtml(html, {
    ...cleaning,
    transformTags: {
      "*": (tagName, attribs) => {
        if (!allowed.has(tagName) && tagName !== "h1" && !wrappers.has(tagName))
          count(kindOfElement[tagName] ?? "other");
        for (const [name, value] of Object.entries(attribs)) count(kindOfAttribute(tagName, name, value));
        return { tagName, attribs };
      },
    },
  });
  return removedKinds.flatMap((kind) => (counts.has(kind) ? [{ kind, count: counts.get(kind) ?? 0 }] : []));
};
