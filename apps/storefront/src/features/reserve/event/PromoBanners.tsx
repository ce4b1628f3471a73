import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { useCart } from "../../cart/cart.queries.ts";
import { useReserveText } from "../text/useReserveText.ts";

/**
 * The codes that apply to the cart, above the form whose prices they change; not those that are pending or required.
 */
export function PromoBanners() {
  const t = useReserveText();
  const { cart } = useCart();
  const applied = cart?.cart_mods.filter(
    (mod) => mod.activating_code_groups.length > 0 && mod.resource !== "code" && !mod.blocking_checkout,
  );
  return applied?.map(({ id, name, description }) => (
    <Banner key={id} tone="success">
      {description === null || description === ""
        ? t("event.promo.plain", { name })
        : t("event.promo", { name, description })}
    </Banner>
  ));
}
