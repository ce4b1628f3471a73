import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { cleanCode, hashOfCode } from "./codes.ts";

test("the hash of a code is that of the code as tickets have it", async () => {
  expect(await hashOfCode("ab12 cd")).toBe(createHash("sha256").update("AB12CD").digest("hex"));
});

test.each([
  ["with spaces and line ends", " AB12\tCD\r\n", "AB12CD"],
  ["with a control character of a hardware scanner", "\u001dAB12CD", "AB12CD"],
  ["in another script", "入場券", "入場券"],
  ["longer than any code", "x".repeat(500), "x".repeat(200)],
  ["of nothing else", " \u0000\r\n", undefined],
])("a code %s", (_, text, expected) => {
  const code = cleanCode(text);
  expect(code).toBe(expected);
  const scan = { id: crypto.randomUUID(), at: "2027-03-02T10:00:00Z", offset_ms: 0, direction: "in" };
  if (code !== undefined) expect(ScanSent.safeParse({ ...scan, code }).success).toBe(true);
});
