/** A text with what is selected in it, as a text area has it. */
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

/** The selection as something; with nothing selected, a word to overwrite. What was made of it stays selected. */
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

/** Something in place of the selection; the cursor stands after it. */
export const insertText = ({ text, start, end }: Selected, inserted: string): Selected => ({
  text: text.slice(0, start) + inserted + text.slice(end),
  start: start + inserted.length,
  end: start + inserted.length,
});
