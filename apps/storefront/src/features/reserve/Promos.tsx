import { Banner } from "@foyer/ui/Banner.tsx";
import { useCart } from "../cart/cart.queries.ts";
import { useReserveText } from "./words.ts";

/** The codes at work on the visitor's cart, above the form whose prices they change: not those that wait or are wanted. */
export function Promos() {
  const t = useReserveText();
  const { cart } = useCart();
  const atWork = cart?.cart_mods.filter(
    (mod) => mod.activating_code_groups.length > 0 && mod.resource !== "code" && !mod.blocking_checkout,
  );
  return atWork?.map(({ id, name, description }) => (
    <Banner key={id} tone="success">
      {description === null || description === ""
        ? t("event.promo.plain", { name })
        : t("event.promo", { name, description })}
    </Banner>
  ));
}
