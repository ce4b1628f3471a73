import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { showFailure } from "../../../shared/errors/failure.ts";
import { useSaved } from "../../../shared/storage/saved.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useCart } from "../../cart/cart.queries.ts";

/** Skips an event of the upsell chain; undefined if the event is not part of one. */
export const useSkipAddOn = (event_template_id: string): (() => void) | undefined => {
  const client = useQueryClient();
  const seller = useSeller();
  const shared = useText(sharedStrings);
  const [, navigate] = useLocation();
  const [{ upsell_chain }] = useSaved();
  const { cart } = useCart();
  if (!cart || cart.lines.length === 0 || !upsell_chain.includes(event_template_id)) return undefined;
  return () =>
    void loadChunk(() => import("./goToNextStep.ts")).then(
      ({ skipAddOn }) => skipAddOn({ client, seller, navigate }, cart),
      () => showFailure(failureText(shared)),
    );
};
