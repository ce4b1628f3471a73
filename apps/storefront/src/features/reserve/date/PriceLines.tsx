import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import css from "./DateStep.module.css";

/** Prices of one tile, one under the other; read aloud with a pause between. */
export function PriceLines({ of }: { readonly of: readonly string[] }) {
  return of.map((line, index) => (
    <span key={line} className={css.line}>
      {index > 0 && <VisuallyHidden>, </VisuallyHidden>}
      {line}
    </span>
  ));
}
