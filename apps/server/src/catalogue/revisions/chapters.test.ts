import { expect, test } from "vitest";
import { ChapterPath } from "@foyer/contract/office/catalogue/catalogue.ts";
import { Catalogue } from "../format/catalogue.ts";
import { chapterOf, chaptersOf } from "./chapters.ts";

/** Fields about the file, which are not part of the catalogue. */
const ofFiles = ["$schema", "revision"];

test("every field of the format is in a chapter that can be edited", () => {
  const fields = Object.keys(Catalogue.shape).filter((field) => !ofFiles.includes(field));
  const values: Readonly<Record<string, unknown>> = {
    venues: { one: { name: "One" } },
    seat_maps: { one: { name: "One" } },
    events: [{ key: "one" }],
    codes: [{ key: "one" }],
  };
  for (const field of fields) {
    const document = { [field]: values[field] ?? "anything" };
    const [chapter = "none"] = chaptersOf(document).filter((name) => name !== "event_order");
    expect(ChapterPath.safeParse(chapter).success, field).toBe(true);
    expect(chapterOf(document, chapter), field).toBeDefined();
  }
});
