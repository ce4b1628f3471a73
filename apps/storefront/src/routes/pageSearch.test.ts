import { describe, expect, test } from "vitest";
import { parseReserveQuery } from "@foyer/rules/reserve/reserveQuery.ts";
import { filtersOf } from "../features/listing/listingFilters.ts";
import { pageSearch } from "./pageSearch.ts";

const id = "0196a000-0000-7000-8000-000000000001";
const searchOf = (route: string, query: string) => decodeURIComponent(pageSearch(route, new URLSearchParams(query)));

describe("the query of a page", () => {
  test.each([
    ["event", "utm_source=mail&gclid=1", ""],
    ["event", "session=one", "session=?"],
    ["event", "session=other", "session=?"],
    ["event", `session=${id}`, `session=${id}`],
    ["event", "session=next&unknown=1", "session=next"],
    ["event", "date=2026-13-01", "date=?"],
    ["event", "date=today", "date=today"],
    ["event", `date=today&session=${id}`, "date=?&session=?"],
    ["event", "reserve=maybe", ""],
    ["event", "reserve=TRUE", "reserve=true"],
    ["event", "reserve=yes", "reserve=true"],
    ["event", "quantity=Adult: 2,,Child:1", "quantity=Adult:2,Child:1"],
    ["event", "quantity=Adult&quantity=Child:2", "quantity=?"],
    ["event", "quantity=Adult,Child", "quantity=?"],
    ["event", `tg=one,${id},two`, `tg=${id}`],
    ["event", "price=cheap&select=Adult", "select=Adult"],
    ["event-action", "session=one&x=1", "session=?"],
    ["events", "category=Talks&date=soon&time=9", "category=Talks"],
    ["events", "time=0930&session=next", "time=09:30"],
    ["events-collection", "date=today&a=b", "date=today"],
    ["checkout-complete", `orderIds=${id}&token=secret`, "orderIds=?"],
    ["checkout-complete", "orderIds=&token=secret", ""],
    ["checkout", "session=next&date=today", ""],
  ])("of %s with %j is %j", (route, query, expected) => expect(searchOf(route, query)).toBe(expected));

  test("means what the visitor's query means", () => {
    for (const query of [
      "session=one&reserve=strict",
      `session=${id}&date=2026-11-21`,
      "quantity=A:1,B,C:x&price=12.50&select=A",
      "date=2026-11-21&reserve=warn&tg=1",
      "date=tomorrow&quantity=A:9",
    ])
      expect(parseReserveQuery(pageSearch("event", new URLSearchParams(query)), "2026-11-01")).toEqual(
        parseReserveQuery(query, "2026-11-01"),
      );
    const filters = new URLSearchParams("category= Talks &time=9&time.start=0900&meta.admit_names=no&date=today");
    expect(filtersOf(new URLSearchParams(pageSearch("events", filters)))).toEqual(filtersOf(filters));
  });
});
