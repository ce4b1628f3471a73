import { expect, test } from "vitest";
import { shortenEmail } from "./shortenEmail.ts";

test.each([
  ["grace@example.org", "g…@example.org"],
  ["g@example.org", "g…@example.org"],
  ["", ""],
  [null, ""],
])("%s is shown as %s", (email, shown) => expect(shortenEmail(email)).toBe(shown));
