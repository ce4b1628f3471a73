import { Section } from "../../shared/Page.tsx";
import { count, type PlanReply } from "./catalogueQueries.ts";
import css from "./catalogue.module.css";

type Effects = Pick<PlanReply, "lines" | "changes_seller" | "sold_tickets" | "carts" | "carts_with_old_price">;

const changeNames = { added: "added", changed: "changed", retired: "retired", removed: "deleted" } as const;

/** What a publishing will do, in words and numbers. */
export function PlanEffects({ plan }: { readonly plan: Effects }) {
  const { lines, changes_seller, sold_tickets, carts, carts_with_old_price } = plan;
  return (
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
        {lines.length === 0 && !changes_seller && <li>Nothing that buyers would see</li>}
        <li>
          {sold_tickets === 0 ? "No sold ticket is touched" : `${count(sold_tickets, "sold ticket")} stay as they are`}
        </li>
        <li>
          {carts === 0 ? "No cart is touched" : `${count(carts, "cart")} hold what changes`}
          {carts_with_old_price > 0 &&
            `; ${carts_with_old_price.toLocaleString("en-GB")} ${carts_with_old_price === 1 ? "keeps" : "keep"} the old price`}
        </li>
      </ul>
    </Section>
  );
}
