import type { Mutant } from "../mutant.ts";

const modules = "apps/server/src/modules";
const venue = `${modules}/aftersale/venue`;
const file = `${venue}/moveForVenue.test.ts`;
const races = `${venue}/moveForVenue.race.test.ts`;

export const venueMoveMutants: readonly Mutant[] = [
  {
    name: "difference_is_waived_on_purpose",
    protects: "money",
    file: `${venue}/moveForVenue.ts`,
    changes: [{ from: "if (!waivesDifference)", to: "if (String(waivesDifference) === '')" }],
    killedBy: { file, test: "a move by the venue to dearer tickets is refused, and nothing is held or changed" },
  },
  {
    name: "waived_difference_is_never_given_back",
    protects: "money",
    file: `${modules}/cart/change/venue/waiveDifference.ts`,
    changes: [{ from: "await updateTicketPrices(", to: "if (priced.length > 999) await updateTicketPrices(" }],
    killedBy: {
      file,
      test: "a move by the venue to dearer tickets sells them for what was paid if the difference is waived, and refunds no more later",
    },
  },
  {
    name: "fee_is_waived_on_purpose",
    protects: "money",
    file: `${venue}/moveForVenue.ts`,
    changes: [
      {
        from: '({ actor: "venue", waivesFee, includesUsed })',
        to: '({ actor: "venue", waivesFee: waivesFee || true, includesUsed })',
      },
    ],
    killedBy: {
      file,
      test: "a move by the venue keeps the policy's fee, which has to be waived with the difference or by itself",
    },
  },
  {
    name: "preview_changes_nothing",
    protects: "stock",
    file: `${modules}/cart/change/venue/previewChange.ts`,
    changes: [
      {
        from: "throw new PreviewEnd(view);",
        to: "return view;",
      },
    ],
    killedBy: {
      file,
      test: "the preview of a move by the venue holds nothing, and leaves the buyer's change open",
    },
  },
  {
    name: "venue_waits_for_a_payment_of_a_change",
    protects: "money",
    file: `${modules}/cart/change/replace/lockOpenChange.ts`,
    changes: [{ from: "if (cart.paying || cart.part_paid)", to: "if (cart.part_paid)" }],
    killedBy: { file: races, test: "a change that the buyer is paying for keeps the venue from moving" },
  },
  {
    name: "replaced_move_completes_nothing",
    protects: "money",
    file: `${venue}/moveForVenue.ts`,
    // A cart that is not pending has no change, so the state alone is a second guard.
    changes: [{ from: 'checkout?.cart.state !== "pending" || !checkout.change', to: "!checkout" }],
    killedBy: {
      file: races,
      test: "a change that the buyer opens in the meantime wins, and the venue's move is refused",
    },
  },
  {
    name: "scanned_ticket_is_not_moved",
    protects: "money",
    file: `${venue}/moveForVenue.ts`,
    changes: [
      {
        from: "if (refusal) throw refusal;\n  if (!planned) throw orderChangedRefusal();",
        to: "if (!planned) return { checkout, changed, planned: planned as never };",
      },
    ],
    killedBy: { file: races, test: "a ticket that is scanned meanwhile stays where it is, with all others" },
  },
  {
    name: "move_of_a_used_ticket_takes_nothing_from_a_gift_card",
    protects: "money",
    file: `${venue}/offerMove.ts`,
    changes: [
      {
        from: 'if (completed?.outcome !== "completed") throw orderChangedRefusal();\n  return completed;',
        to: "return completed as CompletedCart;",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/desk/offerMove.race.test.ts",
      test: "a ticket that is scanned before its move is paid stays where it is, and the card and the open change keep what they have",
    },
  },
  {
    name: "refused_move_leaves_no_hold",
    protects: "stock",
    file: `${modules}/cart/change/openChange.ts`,
    changes: [{ from: "if (error instanceof Refused) await closeChange(ctx, cart_id);", to: "" }],
    killedBy: { file, test: "a move by the venue to dearer tickets is refused, and nothing is held or changed" },
  },
];
