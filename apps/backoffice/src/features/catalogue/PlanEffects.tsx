import { count } from "../../shared/format/format.ts";
import { Section } from "../../shared/Page.tsx";
import { BuyersTable } from "./buyers/BuyersTable.tsx";
import type { PlanReply } from "./catalogueQueries.ts";
import css from "./catalogue.module.css";

type Effects = Pick<
  PlanReply,
  | "lines"
  | "changes_seller"
  | "sold_tickets"
  | "carts"
  | "carts_with_old_price"
  | "carts_with_old_tax"
  | "carts_with_old_limit"
  | "price_changes"
  | "buyers"
>;

const changeNames = { added: "added", changed: "changed", retired: "retired", removed: "deleted" } as const;

const factNames = {
  price: "price",
  lowest_price: "lowest price",
  highest_price: "highest price",
  fee: "fee",
  tax: "tax",
} as const;

/** What publishing will do, in words and numbers. */
export function PlanEffects({ plan }: { readonly plan: Effects }) {
  const { lines, changes_seller, sold_tickets, carts, price_changes, buyers } = plan;
  return (
    <>
      <Section title="What will happen">
        <ul className={css.messages}>
          {changes_seller && <li>The seller's settings change</li>}
          {lines.map(({ change, noun, count: n, names }) => (
            <li key={`${change} ${noun}`}>
              <strong>{n.toLocaleString("en-GB")}</strong> {noun} {changeNames[change]}
              {names.some(Boolean) && (
                <span className={css.quiet}>
                  {" "}
                  {names.filter(Boolean).join(", ")}
                  {n > names.length && " …"}
                </span>
              )}
            </li>
          ))}
          {price_changes.map(({ type, what, before, after }) => (
            <li key={`${type} ${what}`}>
              {type}: {factNames[what]} {before ?? "none"} → {after ?? "none"}
            </li>
          ))}
          {lines.length === 0 && !changes_seller && <li>Nothing that buyers can see</li>}
          <li>
            {sold_tickets === 0
              ? "No sold ticket is affected"
              : `${count(sold_tickets, "sold ticket keeps its price", "sold tickets keep their price")}`}
          </li>
          <li>
            {carts === 0 ? "No cart is affected" : `${count(carts, "cart holds", "carts hold")} what changes`}
            {keptText(plan)}
          </li>
        </ul>
      </Section>
      <BuyersTable buyers={buyers} />
    </>
  );
}

type KeptByCarts = Pick<Effects, "carts_with_old_price" | "carts_with_old_tax" | "carts_with_old_limit">;

/** "; 14 keep the old price, 3 of them the old tax; 2 keep the old limit". */
export const keptText = (plan: KeptByCarts): string => [...keptPrices(plan), ...keptLimits(plan)].join("");

const keptPrices = ({ carts_with_old_price: prices, carts_with_old_tax: taxes }: KeptByCarts): string[] => {
  if (prices === 0) return [];
  const kept = `; ${count(prices, "keeps", "keep")} the old`;
  if (taxes === 0) return [`${kept} price`];
  return taxes === prices
    ? [`${kept} price and tax`]
    : [`${kept} price, ${taxes.toLocaleString("en-GB")} of them the old tax`];
};

const keptLimits = ({ carts_with_old_limit: limits }: KeptByCarts): string[] =>
  limits === 0 ? [] : [`; ${count(limits, "keeps", "keep")} the old limit`];
