import { expect, test } from "vitest";
import { shortTicketNumber } from "./shortTicketNumber.ts";

test.each([
  ["32 digits", "4F7A09C2D1E54B6F8A3C2B1D0E9F7A6B", "4F7A 09C2"],
  ["a short code", "CODE21", "CODE 21"],
  ["an empty code", "", ""],
])("a ticket's short number: %s", (_, scan_code, number) => expect(shortTicketNumber(scan_code)).toBe(number));
