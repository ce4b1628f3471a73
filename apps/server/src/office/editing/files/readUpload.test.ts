import { describe, expect, test } from "vitest";
import { positionOf } from "../../../catalogue/format/readDocuments.ts";
import { readUpload } from "./readUpload.ts";

const read = (text: string, seconds?: number) =>
  readUpload("seller", Uint8Array.from(Buffer.from(text)), seconds === undefined ? {} : { seconds });

test("a catalogue is read with the positions of its fields", async () => {
  const { documents, problems } = await read("seller:\n  slug: pier\nevents:\n  - { key: visit }\n");
  expect(problems).toEqual([]);
  const [document] = documents;
  expect(document?.value).toEqual({ seller: { slug: "pier" }, events: [{ key: "visit" }] });
  if (!document) throw new Error("There is no document.");
  expect(positionOf(document, ["events", 0, "key"])).toEqual({ line: 4, column: 7 });
  expect(positionOf(document, ["events", 0, "venue"])).toEqual({ line: 4, column: 5 });
});

test("invalid YAML is reported with its position", async () => {
  const { documents, problems } = await read("seller: { slug: pier\nevents: []\n");
  expect(documents).toEqual([]);
  expect(problems[0]).toMatchObject({ line: 2 });
});

describe("stops what would keep the server busy", () => {
  /** The parser compares each key with all keys before it. */
  const manyKeys = Array.from({ length: 150_000 }, (_, index) => `k${index}: 1`).join("\n");
  test("a text that takes too long", async () => {
    const began = performance.now();
    await expect(read(manyKeys, 1)).rejects.toThrow("takes longer than 1 seconds to read");
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test("a text that is nested too deep", async () => {
    const { documents, problems } = await read("[".repeat(20_000) + "]".repeat(20_000));
    expect([documents.length, problems.length > 0]).toEqual([0, true]);
    expect(problems.length).toBeLessThanOrEqual(200);
  });

  test("aliases of aliases", async () => {
    const laughs = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
    for (const [before, name] of ["ab", "bc", "cd", "de", "ef", "fg", "gh", "hi"].map((pair) => pair.split("")))
      laughs.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${before}`).join(", ")}]`);
    const { documents, problems } = await read(laughs.join("\n"));
    expect(documents).toEqual([]);
    expect(problems[0]?.message).toContain("alias");
  });
});
