import { expect, test } from "vitest";
import { parseTaxId } from "./taxId.ts";

test.each([
  ["Austria", "ATU12345678", "ATU12345678"],
  ["Austria without its U", "AT12345678", undefined],
  ["Belgium", "BE 0123.456.789", "BE0123456789"],
  ["Germany, as people write it", " de 123 456 789 ", "DE123456789"],
  ["Germany, a digit short", "DE12345678", undefined],
  ["Greece", "EL123456789", "EL123456789"],
  ["Spain", "ESX1234567X", "ESX1234567X"],
  ["France", "FR40303265045", "FR40303265045"],
  ["Ireland, old", "IE9S99999L", "IE9S99999L"],
  ["Ireland, new", "IE9999999WI", "IE9999999WI"],
  ["the Netherlands", "NL123456789B01", "NL123456789B01"],
  ["the Netherlands without its B", "NL12345678901", undefined],
  ["Northern Ireland", "XI123456789", "XI123456789"],
  ["Sweden", "SE123456789001", "SE123456789001"],
  ["the United Kingdom is no member", "GB 123 4567 89", "GB 123 4567 89"],
  ["Switzerland", "CHE-123456789", "CHE-123456789"],
  ["Australia", "51 824 753 556", "51 824 753 556"],
  ["30 characters", "9".repeat(30), "9".repeat(30)],
  ["31 characters", "9".repeat(31), undefined],
  ["other signs", "12/34;<b>", undefined],
  ["only dashes", "---", undefined],
  ["nothing", "  ", undefined],
  ["a name that objects have", "constructor", "CONSTRUCTOR"],
])("a tax number: %s", (_, text, parsed) => expect(parseTaxId(text)).toBe(parsed));
