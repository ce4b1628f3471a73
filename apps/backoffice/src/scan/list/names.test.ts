import { expect, test } from "vitest";
import { nameFinder } from "./names.ts";

test.each([
  ["ad", "Ada L.", true],
  ["ADA", "Ada L.", true],
  ["Ada Lovelace", "Ada L.", true],
  [" ada  lovelace ", "Ada L.", true],
  ["Ada King Lovelace", "Ada L.", true],
  ["ada m", "Ada L.", false],
  ["Ada Byron", "Ada L.", false],
  ["Jose", "José Á.", true],
  ["josé álvarez", "Jose A.", true],
  ["lukasz", "Łukasz N.", true],
  ["Soren Aaby", "Søren Å.", true],
  ["love", "Ada L.", false],
])("%j finds %j: %s", (typed, name, expected) => expect(nameFinder(typed)?.(name)).toBe(expected));

test("one letter finds nobody", () => expect(nameFinder(" a ")).toBeUndefined());
