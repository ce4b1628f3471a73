import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import css from "./PriceLines.module.css";

/** Prices of one tile, one below another; a hidden comma makes screen readers pause. */
export function PriceLines({ prices }: { readonly prices: readonly string[] }) {
  return prices.map((price, index) => (
    <span key={price} className={css.line}>
      {index > 0 && <VisuallyHidden>, </VisuallyHidden>}
      {price}
    </span>
  ));
}
