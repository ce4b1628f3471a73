import { strToU8, zipSync, type Zippable } from "fflate";
import { describe, expect, test } from "vitest";
import { unpack, UnusableFile } from "./unpack.ts";

const limits = { entries: 4, bytes: 4 * 1024 * 1024, textBytes: 1024 * 1024 };
const text = "seller: { slug: pier }\n";
const pier = strToU8(text);
const picture = Uint8Array.of(1, 2, 3);
const zeros = (megabytes: number) => new Uint8Array(megabytes * 1024 * 1024);
const names = (bytes: Uint8Array) => [...unpack(bytes, limits).archive.keys()];

describe("what can be unpacked", () => {
  test("a catalogue alone", () => expect(unpack(pier, limits)).toEqual({ text, archive: new Map() }));

  test.each<[name: string, files: Zippable, beside: string[]]>([
    ["with pictures in a folder", { "pier.yaml": pier, "pictures/a.png": picture }, ["pictures/a.png"]],
    ["in a folder of its own", { "pier/pier.yml": pier, "pier/pictures/a.png": picture }, ["pictures/a.png"]],
    ["as JSON, without pictures", { "pier.json": pier }, []],
    [
      "with what a Mac adds",
      { "pier/pier.yaml": pier, "__MACOSX/pier/._pier.yaml": pier, "pier/.DS_Store": picture, "pier/a.png": picture },
      ["a.png"],
    ],
  ])("an archive %s", (_, files, beside) => {
    const archive = zipSync(files);
    expect(unpack(archive, limits).text).toBe(text);
    expect(names(archive)).toEqual(beside);
  });
});

/** The archive with a forged size in its directory, which is the size that an entry claims to unpack to. */
const claiming = (archive: Uint8Array, size: number): Uint8Array => {
  const copy = Uint8Array.from(archive);
  const view = new DataView(copy.buffer);
  for (let at = 0; at < copy.length - 4; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  return copy;
};

const renamed = (archive: Uint8Array): Uint8Array =>
  Uint8Array.from(Buffer.from(Buffer.from(archive).toString("latin1").replaceAll("--proto--", "__proto__"), "latin1"));

describe("what is refused", () => {
  const files = (count: number): Zippable =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.png`, picture]));
  test.each<[name: string, bytes: Uint8Array, message: string]>([
    ["a text that is too large", zeros(2).fill(0x23), "the catalogue is larger than 1 MB"],
    ["what is no text", Uint8Array.of(0xff, 0xfe, 0x00), "is neither a ZIP archive nor a text in UTF-8"],
    ["an archive without a catalogue", zipSync({ "a.png": picture }), "has no YAML or JSON files"],
    ["one with two", zipSync({ "a.yaml": pier, "b.yaml": pier }), "has 2 YAML or JSON files"],
    ["too many files", zipSync({ ...files(4), "pier.yaml": pier }), "has more than 4 files"],
    [
      "few bytes that become many",
      zipSync({ "pier.yaml": pier, "a.png": zeros(3), "b.png": zeros(3) }),
      "has more than 4 MB when it is unpacked",
    ],
    [
      "a catalogue that becomes many bytes",
      zipSync({ "pier.yaml": zeros(3).fill(0x23) }),
      "the catalogue is larger than",
    ],
    ["a path out of the folder", zipSync({ "../pier.yaml": pier }), "a name that is not a plain path"],
    ["a path from the root", zipSync({ "/etc/pier.yaml": pier }), "a name that is not a plain path"],
    ["a path of Windows", zipSync({ "..\\pier.yaml": pier }), "a name that is not a plain path"],
    ["a drive", zipSync({ "c:/pier.yaml": pier }), "a name that is not a plain path"],
    ["a name of objects", renamed(zipSync({ "--proto--": picture, "pier.yaml": pier })), "that is not a plain path"],
    ["an archive that is cut off", zipSync({ "pier.yaml": pier }).slice(0, 40), "cannot be unpacked"],
    ["an entry that says it is huge", claiming(zipSync({ "pier.yaml": pier }), 0xfffffff0), "has more than 4 MB"],
  ])("%s", (_, bytes, message) => {
    expect(() => unpack(bytes, limits)).toThrow(UnusableFile);
    expect(() => unpack(bytes, limits)).toThrow(message);
  });

  test("cuts off an entry that claims to be smaller than it is", () => {
    const bomb = claiming(zipSync({ "a.png": zeros(3), "pier.yaml": pier }), pier.length);
    expect(unpack(bomb, limits).archive.get("a.png")?.length).toBeLessThanOrEqual(pier.length);
  });
});
