import { isDeepStrictEqual } from "node:util";
import type { PriceChange } from "@foyer/contract/office/catalogue/publishing.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { ImportPlan } from "../../catalogue/diff/planImport.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { typePrices, type TicketInCart, type TypePrice } from "./touched.sql.ts";

type Changed = { readonly id: string; readonly before: TypePrice; readonly after: TypePrice };

/** The types of a plan whose prices, fees or tax change. */
export const changedTypePrices = async (
  { db, seller }: Pick<StaffContext, "db" | "seller">,
  { types }: ImportPlan,
): Promise<readonly Changed[]> => {
  const ids = types.changed.map(({ id }) => id);
  const before = new Map((await typePrices(db, seller.id, ids)).map((price) => [price.id, price]));
  return types.changed.flatMap((after) => {
    const was = before.get(after.id);
    return was && facts.some(({ of }) => !isDeepStrictEqual(of(was), of(after)))
      ? [{ id: after.id, before: was, after }]
      : [];
  });
};

type Fact = {
  readonly what: PriceChange["what"];
  readonly of: (price: TypePrice) => unknown;
  /** Null if the type has none. */
  readonly say: (price: TypePrice, currency: string) => string | null;
};
const amountOrNone = (amount: number | null, currency: string) =>
  amount === null ? null : toDecimal(amount, currency);

/** What a ticket in a cart keeps of its type. */
const facts: readonly Fact[] = [
  {
    what: "price",
    of: (price) => price.currency_amount,
    say: ({ currency_amount }, currency) => toDecimal(currency_amount, currency),
  },
  {
    what: "lowest_price",
    of: (price) => price.currency_amount_min,
    say: ({ currency_amount_min }, currency) => amountOrNone(currency_amount_min, currency),
  },
  {
    what: "highest_price",
    of: (price) => price.currency_amount_max,
    say: ({ currency_amount_max }, currency) => amountOrNone(currency_amount_max, currency),
  },
  {
    what: "fee",
    of: ({ fee_fixed_outside, fee_percent_outside }) => [fee_fixed_outside, fee_percent_outside],
    say: feeText,
  },
  {
    what: "tax",
    of: ({ tax }) => tax,
    say: ({ tax }) => tax && `${tax.name} ${tax.percent} %`,
  },
];

function feeText({ fee_fixed_outside, fee_percent_outside }: TypePrice, currency: string): string | null {
  const parts = [
    ...(fee_fixed_outside === 0 ? [] : [toDecimal(fee_fixed_outside, currency)]),
    ...(fee_percent_outside === 0 ? [] : [`${fee_percent_outside / 100} %`]),
  ];
  return parts.length === 0 ? null : parts.join(" + ");
}

/** More would not be read. */
const maxShown = 50;

/** The changes in words and amounts, in the plan's order. */
export const describePriceChanges = (
  changed: readonly Changed[],
  { types, names, seller }: ImportPlan,
): PriceChange[] => {
  const typeOf = new Map(types.changed.map((type) => [type.id, type]));
  return changed
    .flatMap(({ id, before, after }) => {
      const type = typeOf.get(id);
      const group = type && names.get(type.ticket_group_id);
      return facts
        .filter(({ of }) => !isDeepStrictEqual(of(before), of(after)))
        .map(({ what, say }) => ({
          type: `${group ?? ""}: ${type?.name ?? ""}`,
          what,
          before: say(before, seller.row.currency),
          after: say(after, seller.row.currency),
        }));
    })
    .slice(0, maxShown);
};

/** Which tickets in carts keep a price, fee, tax or limit that the catalogue no longer has. */
export const keptByCarts = (
  changed: readonly Changed[],
  { prices, limitsChanged, eventLimitsChanged }: Pick<ImportPlan, "prices" | "limitsChanged" | "eventLimitsChanged">,
) => {
  const types = new Set(changed.map(({ id }) => id));
  const taxes = new Set(
    changed.filter(({ before, after }) => !isDeepStrictEqual(before.tax, after.tax)).map(({ id }) => id),
  );
  const groups = new Set(limitsChanged);
  const events = new Set(eventLimitsChanged);
  const sessions = new Set(
    [...prices.added, ...prices.changed, ...prices.removed].map(
      ({ event_session_id, ticket_type_id }) => `${event_session_id}/${ticket_type_id}`,
    ),
  );
  return {
    hasOldTax: ({ ticket_type_id }: TicketInCart): boolean => taxes.has(ticket_type_id),
    hasOldPrice: ({ ticket_type_id, event_session_id }: TicketInCart): boolean =>
      types.has(ticket_type_id) || sessions.has(`${event_session_id}/${ticket_type_id}`),
    hasOldLimit: ({ ticket_group_id, event_template_id }: TicketInCart): boolean =>
      groups.has(ticket_group_id) || events.has(event_template_id),
  };
};
