import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { newId } from "../../../db/newId.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, {
    event: {
      sessions: [
        { inDays: 1, at: "10:00" },
        { inDays: 1, at: "14:00", capacity: 3, used_capacity: 3 },
        { inDays: 2, at: "10:00" },
        { inDays: 2, at: "23:30" },
      ],
      groups: [
        { name: "General", types: [{ name: "Adult" }] },
        { name: "Families", types: [{ name: "Family" }] },
        { name: "Not sold", available: false, types: [{ name: "Nobody" }] },
      ],
    },
  });
});
afterAll(() => server.close());

type Names = {
  readonly day: string;
  readonly second: string;
  readonly groups: readonly string[];
  readonly other: string;
};
const found = async (query: (names: Names) => string) => {
  const day = shop.session.local_day;
  const names = {
    day,
    second: Temporal.PlainDate.from(day).add({ days: 1 }).toString(),
    groups: shop.event.groups.map(({ id }) => id),
    other: newId(),
  };
  const { status, body } = await server.get(shop.slug, `/api/events/${shop.event.id}/sessions?${query(names)}`);
  if (status !== 200) return `${status} ${body._data[0]._code}`;
  return body.event_session._data.map(({ id }: { id: string }) =>
    shop.event.sessions.findIndex((one) => one.id === id),
  );
};

describe("filters of sessions are combined", () => {
  test.each<[string, (names: Names) => string, string | readonly number[]]>([
    ["a day", ({ day }) => `_ondate=${day}`, [0, 1]],
    // Half past eleven in the evening is the next day in UTC.
    ["a day of the venue, not of UTC", ({ second }) => `_ondate=${second}`, [2, 3]],
    ["a day and a range within it", ({ day }) => `_ondate=${day}&start_datetime._gte=${day}T16:00:00Z`, [1]],
    ["a day and a range outside", ({ day, second }) => `_ondate=${day}&start_datetime._gte=${second}T12:00:00Z`, []],
    [
      "a range that ends before it begins",
      ({ day, second }) => `start_datetime._gte=${second}T00:00:00Z&start_datetime._lt=${day}T00:00:00Z`,
      [],
    ],
    ["a day without sessions", () => "_ondate=2020-01-01", []],
    ["those sold out", () => "sold_out=T", [1]],
    ["those not sold out", () => "sold_out=F", [0, 2, 3]],
    ["those sold out, without those sold out", () => "sold_out=T&_include_sold_out=F", []],
    ["without those sold out", () => "_include_sold_out=off", [0, 2, 3]],
    ["with those sold out", () => "_include_sold_out=YES", [0, 1, 2, 3]],
    ["the first not sold out, latest first", () => "sold_out=F&_sort=-start_datetime&_limit=1", [3]],
    ["the first sold out", () => "sold_out=T&_limit=1", [1]],
    ["one group", ({ groups }) => `ticket_group.id._in=${groups[0]}`, [0, 1, 2, 3]],
    ["one group twice", ({ groups }) => `ticket_group.id._in=${groups[0]},${groups[0]}`, [0, 1, 2, 3]],
    [
      "a group and one of another event",
      ({ groups, other }) => `ticket_group_id._in=${groups[0]},${other}`,
      [0, 1, 2, 3],
    ],
    ["a group that is not sold", ({ groups }) => `ticket_group_id._in=${groups[2]}`, []],
    ["a group of another event", ({ other }) => `ticket_group.id._in=${other}`, []],
    [
      "both names of the filter, of one group",
      ({ groups }) => `ticket_group.id._in=${groups[0]}&ticket_group_id._in=${groups[1]},${groups[0]}`,
      [0, 1, 2, 3],
    ],
    [
      "both names of the filter, of no common group",
      ({ groups }) => `ticket_group.id._in=${groups[0]}&ticket_group_id._in=${groups[1]}`,
      [],
    ],
    ["a group and a space", ({ groups }) => `ticket_group.id._in=${groups[0]},%20${groups[1]}`, "400 bad_field_value"],
    ["a list that ends in a comma", ({ groups }) => `ticket_group.id._in=${groups[0]},`, "400 bad_field_value"],
    ["two sorts", () => "_sort=start_datetime,-start_datetime", "400 bad_field_value"],
    ["a limit of zero", () => "_limit=0", "400 bad_field_value"],
    ["a limit above the greatest", () => "_limit=1001", "400 bad_field_value"],
  ])("%s", async (_, query, expected) => expect(await found(query)).toEqual(expected));
});
