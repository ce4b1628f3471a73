import { expect, test } from "vitest";
import { disputeEvidence } from "./disputeEvidence.ts";

const facts = {
  amount: "$40.00",
  paid_at: "1 Jan 2030, 10:00",
  means: "Visa 4242",
  order_number: 100_001,
  purchaser: { name: "Ada Lovelace", email: "ada@example.org" },
  tickets: [{ count: 2, type: "Adult", event: "Tower", state: "redeemed", checked_in: 2 }],
  scans: [{ at: "2 Jan 2030, 11:00", ticket: "Adult, Tower" }],
  emails: [
    { kind: "order_confirmation", state: "sent", at: "1 Jan 2030, 10:01" },
    { kind: "order_changed", state: "dead", at: "1 Jan 2030, 12:00" },
  ],
  refunds: [{ amount: "$5.00", state: "succeeded", at: "3 Jan 2030, 09:00" }],
};

test("evidence names the payment, the tickets with their check-ins, the e-mails that were sent and the refunds", () =>
  expect(disputeEvidence(facts)).toBe(
    [
      "Payment of $40.00 on 1 Jan 2030, 10:00 with Visa 4242.",
      "Order 100001.",
      "Purchaser: Ada Lovelace, ada@example.org.",
      "",
      "Tickets",
      "- 2 × Adult, Tower: redeemed, 2 checked in",
      "",
      "Checked in",
      "- 2 Jan 2030, 11:00: Adult, Tower",
      "",
      "Emails to the purchaser",
      "- 1 Jan 2030, 10:01: Confirmation with tickets",
      "",
      "Refunds",
      "- 3 Jan 2030, 09:00: $5.00, succeeded",
    ].join("\n"),
  ));

test("evidence leaves out what is not known, and a purchaser whom the reader may not see", () =>
  expect(
    disputeEvidence({
      ...facts,
      means: null,
      order_number: null,
      purchaser: undefined,
      tickets: [],
      scans: [],
      emails: [],
      refunds: [],
    }),
  ).toBe("Payment of $40.00 on 1 Jan 2030, 10:00."));
