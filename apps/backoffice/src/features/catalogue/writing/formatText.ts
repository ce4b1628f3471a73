/** A text with its selection, as in a text area. */
export type Selected = { readonly text: string; readonly start: number; readonly end: number };
export type Format = "bold" | "italic" | "heading" | "paragraph" | "list" | "link";

const between = ({ text, start, end }: Selected, before: string, after: string, placeholder: string): Selected => {
  const chosen = text.slice(start, end) || placeholder;
  const from = start + before.length;
  return {
    text: text.slice(0, start) + before + chosen + after + text.slice(end),
    start: from,
    end: from + chosen.length,
  };
};

/** Formats the selection; without a selection, a placeholder word. The result stays selected. */
export const formatText = (selected: Selected, format: Format): Selected => {
  switch (format) {
    case "bold":
      return between(selected, "<strong>", "</strong>", "text");
    case "italic":
      return between(selected, "<em>", "</em>", "text");
    case "heading":
      return between(selected, "<h2>", "</h2>\n", "Heading");
    case "paragraph":
      return between(selected, "<p>", "</p>\n", "Text");
    case "list":
      return listOf(selected);
    case "link":
      return between(selected, '<a href="https://">', "</a>", "link");
  }
};

const listOf = (selected: Selected): Selected => {
  const lines = selected.text
    .slice(selected.start, selected.end)
    .split("\n")
    .filter((line) => line.trim() !== "");
  const items = (lines.length > 0 ? lines : ["Item"]).map((line) => `  <li>${line.trim()}</li>`).join("\n");
  return insertText(selected, `<ul>\n${items}\n</ul>\n`);
};

/** Replaces the selection, and puts the cursor after the inserted text. */
export const insertText = ({ text, start, end }: Selected, inserted: string): Selected => ({
  text: text.slice(0, start) + inserted + text.slice(end),
  start: start + inserted.length,
  end: start + inserted.length,
});
