import { expect, test } from "vitest";
import { groupSentences } from "./groupSentences.ts";

test.each([
  [{}, []],
  [{ available: false }, ["Buyers do not see this group: it is not on sale."]],
  [{ sales_start: "2027-03-01 09:00" }, ["It is sold from 2027-03-01 09:00 on, on the venue’s clock."]],
  [{ sales_end: "month+1 12:00" }, ["It is sold until 2026-12-01 12:00 (month+1 as of today), on the venue’s clock."]],
  [
    { sales_start: "today+14d 09:00", sales_end: "second friday of month+1 18:00" },
    [
      "It is sold from 2026-11-26 09:00 (today+14d as of today) until 2026-12-11 18:00 (second friday of month+1 as of today), on the venue’s clock.",
    ],
  ],
  [{ sales_start: "soon" }, ["It is sold from soon on, on the venue’s clock."]],
  [
    { sales_start: "2027-03-01 09:00", sales_end: "2027-04-01 09:00" },
    ["It is sold from 2027-03-01 09:00 until 2027-04-01 09:00, on the venue’s clock."],
  ],
  [{ sales_start: "2027-03-01 09:00", sales_end: "2027-02-01 09:00" }, []],
  [{ sales_start: "month+2 09:00", sales_end: "month+1 09:00" }, []],
  [{ min_tickets_per_order: 1, max_tickets_per_order: -1 }, []],
  [{ min_tickets_per_order: 5, max_tickets_per_order: 2 }, []],
  [{ min_tickets_per_order: 0, max_tickets_per_order: 0 }, ["Nobody can buy it: an order may have none of it."]],
  [{ max_tickets_per_order: 10 }, ["An order has at most 10 tickets of it."]],
  [{ max_tickets_per_order: 1 }, ["An order has 1 ticket of it, no more and no fewer."]],
  [{ min_tickets_per_order: 2 }, ["An order has at least 2 tickets of it."]],
  [{ min_tickets_per_order: 2, max_tickets_per_order: 4 }, ["An order has 2 to 4 tickets of it."]],
  [{ capacity: -1 }, []],
  [{ capacity: 50 }, ["It sells at most 50 tickets across all sessions, even if a session has places left."]],
  [{ capacity: "many", max_tickets_per_order: "x" }, []],
  [{ hidden_type: "public_browsable" }, []],
  [{ hidden_type: "public_member_only" }, ["Only members who have logged in can buy it."]],
  [{ hidden_type: "public_link_only" }, ["Only people with its link see it."]],
  [{ payment_plan: [{ percent: 100 }] }, []],
  [
    { payment_plan: [{ percent: 30 }, { percent: "30.5", due_days: 1 }, { percent: 39.5, due_days: 30 }] },
    [
      "Buyers may pay 30% at the purchase, 30.5% a day later and 39.5% 30 days later; they get their tickets when they have paid the last part.",
    ],
  ],
  [
    { payment_plan: [{}, { percent: 50, due_days: "x" }] },
    [
      "Buyers may pay …% at the purchase and 50% … days later; they get their tickets when they have paid the last part.",
    ],
  ],
])("of %j, buyers find %j", (group, sentences) => expect(groupSentences(group, "2026-11-12")).toEqual(sentences));
