import { cartQuery, currentCartId } from "../../features/cart/cart.queries.ts";
import { AddOnsPage } from "../../features/reserve/addOns/AddOnsPage.tsx";
import { addOnsQuery } from "../../features/reserve/addOns/addOns.queries.ts";
import { addOnsStrings } from "../../features/reserve/addOns/addOns.strings.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import type { ScreenContext } from "../screen.ts";

export function Screen() {
  return <AddOnsPage />;
}

/** The server does not know the visitor's cart; a navigation waits for all cards. */
export const prepare = async ({ boot: { seller }, client }: ScreenContext): Promise<void> => {
  if (typeof window === "undefined") return;
  const cart_id = currentCartId(savedStoreFor(seller.slug).get());
  if (cart_id === null) return;
  const [cart] = (await client.ensureQueryData(cartQuery(cart_id))).cart._data;
  if (cart?.anchor) await client.ensureQueryData(addOnsQuery(client, seller, cart));
};

export const head = ({ boot: { seller } }: ScreenContext) => ({
  title: seller.strings["add_ons.title"] ?? addOnsStrings["add_ons.title"],
});
