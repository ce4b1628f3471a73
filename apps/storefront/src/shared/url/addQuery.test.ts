import { expect, test } from "vitest";
import { addQuery } from "./addQuery.ts";

test.each([
  ["/events", "", "/events"],
  ["/events", "a=1", "/events?a=1"],
  ["/events?b=2", "a=1", "/events?b=2&a=1"],
  ["https://museum.example/visit#times", "a=1", "https://museum.example/visit?a=1#times"],
  ["https://museum.example/#/join?b=2", "a=1", "https://museum.example/?a=1#/join?b=2"],
])("%s with %j is %s", (address, query, expected) => expect(addQuery(address, query)).toBe(expected));
