import { Badge } from "@foyer/ui/feedback/Badge.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useCart } from "../cart.queries.ts";
import { cartStrings } from "../cart.strings.ts";
import { countTickets, holdsVisitsOnly } from "./countTickets.ts";

/** The badge with the number of tickets in the cart. Nothing for an empty cart. */
export function CartCount() {
  const { cart } = useCart();
  const t = useText(cartStrings);
  const count = countTickets(cart);
  return <Badge count={count} label={t(holdsVisitsOnly(cart) ? "cart.count" : "cart.items_count", { count })} />;
}
