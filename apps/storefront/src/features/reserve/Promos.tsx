import { Banner } from "@foyer/ui/Banner.tsx";
import { useCart } from "../cart/cart.queries.ts";
import { useReserveText } from "./words.ts";

/** The codes at work on the visitor's cart, above the form whose prices they change. */
export function Promos() {
  const t = useReserveText();
  const { cart } = useCart();
  return cart?.cart_mods.map(({ id, name, description }) => (
    <Banner key={id} tone="success">
      {description === null || description === ""
        ? t("event.promo.plain", { name })
        : t("event.promo", { name, description })}
    </Banner>
  ));
}
