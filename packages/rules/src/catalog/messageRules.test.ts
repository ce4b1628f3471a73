import { expect, test } from "vitest";
import type { MessageRule } from "@foyer/contract/shop/catalog.ts";
import { messagesFor, type MessageContext } from "./messageRules.ts";

type Triggers = MessageRule["triggers"];
const rule = (triggers: Triggers): MessageRule => ({
  id: "r",
  event_template_id: "e",
  actions: { date_message: "Bring a coat." },
  triggers,
});
const tickets = (quantity: number, type_name = "Child") => ({
  ticket_type_id: `id-${type_name}`,
  ticket_group_id: "general",
  type_name,
  group_name: "General admission",
  quantity,
});
const saturday: MessageContext = { day: "2026-11-21", time: "14:00", chosen: [tickets(2), tickets(1, "Adult")] };

test.each<[string, Triggers, MessageContext, boolean]>([
  ["no trigger: always", {}, {}, true],
  ["within the dates", { dateOrSession: { dateInterval: { start: "2026-11-21", end: "2026-11-21" } } }, saturday, true],
  ["a day late", { dateOrSession: { dateInterval: { end: "2026-11-20" } } }, saturday, false],
  ["no day yet", { dateOrSession: { dateInterval: { start: "2026-01-01" } } }, {}, false],
  ["on the weekday", { dateOrSession: { weekdays: [0, 6] } }, saturday, true],
  ["on another weekday", { dateOrSession: { weekdays: [0] } }, saturday, false],
  ["at the time, to the minute", { dateOrSession: { time_of_day: { start: "14:00", end: "14:00" } } }, saturday, true],
  ["too early", { dateOrSession: { time_of_day: { start: "14:01" } } }, saturday, false],
  ["a day has no time yet", { dateOrSession: { time_of_day: { start: "00:00" } } }, { day: "2026-11-21" }, false],
  [
    "the day holds but the time does not",
    { dateOrSession: { weekdays: [6], time_of_day: { end: "12:00" } } },
    saturday,
    false,
  ],
  [
    "enough of a type by name, whatever its case",
    { quantity: { ticket_type_names: ["CHILD"], min: 2 } },
    saturday,
    true,
  ],
  ["too few of a type", { quantity: { ticket_type_ids: ["id-Child"], min: 3 } }, saturday, false],
  ["all of a group", { quantity: { ticket_group_names: ["General admission"], min: 3, max: 3 } }, saturday, true],
  ["more than the maximum", { quantity: { ticket_group_ids: ["general"], max: 2 } }, saturday, false],
  ["a maximum without tickets", { quantity: { max: 2 } }, {}, false],
  ["unless none are meant too", { quantity: { min: 0, max: 2 } }, {}, true],
  [
    "a type of another group",
    { quantity: { ticket_group_ids: ["pass"], ticket_type_names: ["Child"] } },
    saturday,
    false,
  ],
  ["both kinds must hold", { dateOrSession: { weekdays: [6] }, quantity: { min: 9 } }, saturday, false],
])("%s", (_, triggers, occasion, holds) =>
  expect(messagesFor([rule(triggers)], "date_message", occasion)).toEqual(holds ? ["Bring a coat."] : []),
);

test("returns each text once and only for its own action", () => {
  expect(messagesFor([rule({}), rule({})], "date_message", {})).toEqual(["Bring a coat."]);
  expect(messagesFor([rule({})], "session_message", {})).toEqual([]);
});
