import type { RemovedKind, RemovedContent } from "@foyer/contract/office/catalogue/writing.ts";

const words: Readonly<Record<RemovedKind, string>> = {
  pictures: "pictures",
  media: "films and sound",
  scripts: "scripts",
  frames: "frames of other pages",
  fields: "forms and buttons",
  styling: "colours, typefaces and sizes",
  links: "links to somewhere unsafe",
  other: "elements that the storefront does not know",
};

/** What was removed, for the author: "pictures (2), and colours, typefaces and sizes". */
export const lostText = (lost: RemovedContent): string =>
  lost.map(({ kind, count }) => (kind === "styling" ? words[kind] : `${words[kind]} (${count})`)).join("; ");
