import { beforeEach, describe, expect, test } from "vitest";
import { listingStrings } from "./features/listing/listing.strings.ts";
import { address, answers, eventually, main, openApp } from "../test/app.tsx";

describe("a collection by its name", () => {
  const web = { collections: [{ id: "season", title: "The season", categories: ["Concerts"] }] };
  beforeEach(() => {
    answers["GET /cached_api/event_template"] = () => ({
      event_template: { _data: [] },
      venue: { _data: [] },
      category: { _data: [{ name: "Concerts" }] },
    });
  });

  test("a collection by its name stays at its URL once its events are loaded", async () => {
    await openApp("/events/season", { web });
    await eventually(() => expect(main()).toContain(listingStrings["listing.none"]));
    expect(address()).toBe("/harbor/events/season");
    expect(main()).toContain("The season");
  });

  test("shows the 404 page if there is no such collection or category", async () => {
    await openApp("/events/nonsense", { web });
    await eventually(() => expect(address()).toBe("/harbor/404"));
  });
});
