import type { LostKind, LostWriting } from "@foyer/contract/office/catalogue/writing.ts";

const words: Readonly<Record<LostKind, string>> = {
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
export const lostText = (lost: LostWriting): string =>
  lost.map(({ kind, count }) => (kind === "styling" ? words[kind] : `${words[kind]} (${count})`)).join("; ");
