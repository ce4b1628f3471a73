import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { loadChunk } from "../../shared/loadChunk.ts";
import { sayMishap } from "../../shared/mishap.ts";
import { useSaved } from "../../shared/saved.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useCart } from "../cart/cart.queries.ts";

/** Passes an event of the chain by; undefined where the event is not offered as one. */
export const useSkip = (event_template_id: string): (() => void) | undefined => {
  const client = useQueryClient();
  const seller = useSeller();
  const shared = useText(sharedStrings);
  const [, navigate] = useLocation();
  const [{ upsell_chain }] = useSaved();
  const { cart } = useCart();
  if (!cart || cart.lines.length === 0 || !upsell_chain.includes(event_template_id)) return undefined;
  return () =>
    void loadChunk(() => import("./onward.ts")).then(
      ({ skip }) => skip({ client, seller, navigate }, cart),
      () => sayMishap(shared("error.generic")),
    );
};
