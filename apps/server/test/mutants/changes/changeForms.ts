import type { Mutant } from "../mutant.ts";

const modules = "apps/server/src/modules";
const forms = `${modules}/checkout/change/carriedForms.test.ts`;

export const changeFormMutants: readonly Mutant[] = [
  {
    name: "answers_for_another_group_are_kept",
    protects: "access",
    file: `${modules}/checkout/change/completeChange.ts`,
    changes: [{ from: "await carryAnswers(ctx, checkout, change);", to: "" }],
    killedBy: { file: forms, test: "survey answers of an order stay for another group that asks the same question" },
  },
  {
    name: "answers_are_not_asked_for_twice",
    protects: "access",
    file: `${modules}/cart/change/request/carriedForms.ts`,
    changes: [{ from: "answersForGroups(order.changed, wanted.gives_up, surveys)", to: "{}" }],
    killedBy: { file: forms, test: "survey answers of an order stay when its tickets are moved to another session" },
  },
  {
    name: "carried_voucher_is_booked",
    protects: "stock",
    file: `${modules}/checkout/change/completeChange.ts`,
    changes: [{ from: "ticket.voucher ?? carriedVoucher(ticket)", to: "ticket.voucher" }],
    killedBy: {
      file: forms,
      test: "city-pass vouchers of an order come along when its tickets are moved, and admit nobody else meanwhile or afterwards",
    },
  },
  {
    name: "voucher_is_carried_once",
    protects: "stock",
    file: `${modules}/cart/change/request/carriedForms.ts`,
    changes: [{ from: ".filter((voucher) => !taken.has(normalizeCode(voucher)))", to: "" }],
    killedBy: { file: forms, test: "city-pass vouchers of an order carry one ticket each" },
  },
  {
    name: "carried_voucher_fits_the_type",
    protects: "stock",
    file: "packages/rules/src/hold/checkCityPass.ts",
    changes: [
      {
        from: "voucherProblems(cityPass.formats, [{ ticket_type_id, type_name, voucher: text }]).length === 0",
        to: "text !== type_name",
      },
    ],
    killedBy: {
      file: forms,
      test: "city-pass vouchers of an order are asked for again where they are not valid for the new type",
    },
  },
];
