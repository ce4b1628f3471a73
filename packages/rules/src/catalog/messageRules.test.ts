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
  ["without triggers", {}, {}, true],
  ["within its dates", { dateOrSession: { dateInterval: { start: "2026-11-21", end: "2026-11-21" } } }, saturday, true],
  ["not a day after its dates", { dateOrSession: { dateInterval: { end: "2026-11-20" } } }, saturday, false],
  ["not without a day if it has dates", { dateOrSession: { dateInterval: { start: "2026-01-01" } } }, {}, false],
  ["on its weekday", { dateOrSession: { weekdays: [0, 6] } }, saturday, true],
  ["not on another weekday", { dateOrSession: { weekdays: [0] } }, saturday, false],
  ["at its time, to the minute", { dateOrSession: { time_of_day: { start: "14:00", end: "14:00" } } }, saturday, true],
  ["not before its time", { dateOrSession: { time_of_day: { start: "14:01" } } }, saturday, false],
  [
    "not for a day without time if it has a time",
    { dateOrSession: { time_of_day: { start: "00:00" } } },
    { day: "2026-11-21" },
    false,
  ],
  ["not if only the day matches", { dateOrSession: { weekdays: [6], time_of_day: { end: "12:00" } } }, saturday, false],
  [
    "with enough of a type by name, ignoring case",
    { quantity: { ticket_type_names: ["CHILD"], min: 2 } },
    saturday,
    true,
  ],
  ["not with too few of a type", { quantity: { ticket_type_ids: ["id-Child"], min: 3 } }, saturday, false],
  [
    "with all types of a group counted together",
    { quantity: { ticket_group_names: ["General admission"], min: 3, max: 3 } },
    saturday,
    true,
  ],
  ["not above its maximum", { quantity: { ticket_group_ids: ["general"], max: 2 } }, saturday, false],
  ["not without tickets below its maximum", { quantity: { max: 2 } }, {}, false],
  ["without tickets if its minimum is 0", { quantity: { min: 0, max: 2 } }, {}, true],
  [
    "not for a type of another group",
    { quantity: { ticket_group_ids: ["pass"], ticket_type_names: ["Child"] } },
    saturday,
    false,
  ],
  [
    "not if only one of its triggers matches",
    { dateOrSession: { weekdays: [6] }, quantity: { min: 9 } },
    saturday,
    false,
  ],
])("a message is shown %s", (_, triggers, context, holds) =>
  expect(messagesFor([rule(triggers)], "date_message", context)).toEqual(holds ? ["Bring a coat."] : []),
);

test("returns each text once and only for its own action", () => {
  expect(messagesFor([rule({}), rule({})], "date_message", {})).toEqual(["Bring a coat."]);
  expect(messagesFor([rule({})], "session_message", {})).toEqual([]);
});
