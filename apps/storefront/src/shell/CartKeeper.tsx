import { useEffect, useState } from "react";
import { useModals } from "@foyer/ui/ModalStack.tsx";
import { lazyPart } from "../shared/lazyPart.ts";
import { sayMishap } from "../shared/mishap.ts";
import { report } from "../shared/reports.ts";
import { savedOf, useSaved } from "../shared/saved.ts";
import { useText } from "../shared/seller.tsx";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const watchPart = lazyPart(["src/features/cart/CartWatch.tsx"], () => import("../features/cart/CartWatch.tsx"));

/** Where a cart is remembered its keeper is there before the page: no cart is shown before its clock is set. */
export const fetchKeeper = async (slug: string): Promise<void> => {
  if (savedOf(slug).get().cart_id !== null) await watchPart.load().catch(() => undefined);
};

/** Brings what looks after a cart as soon as there is one, or a dialog that may be the cart's: not to those who only look. */
export function CartKeeper({ atCheckout }: { readonly atCheckout: boolean }) {
  const [{ cart_id }] = useSaved();
  const { names } = useModals();
  const t = useText(shellStrings);
  const [isWanted, setWanted] = useState(false);
  // Once there it stays: it has to see the cart go, too.
  if (!isWanted && (cart_id !== null || names.length > 0)) setWanted(true);
  const watch = watchPart.usePartWhen(isWanted);
  useEffect(() => {
    if (!isWanted) return;
    watchPart.load().catch((error: unknown) => {
      report(error);
      sayMishap(t("chunk.failed"));
    });
  }, [isWanted, t]);
  return (
    watch && (
      <Quiet failed={t("chunk.failed")}>
        <watch.CartWatch atCheckout={atCheckout} />
      </Quiet>
    )
  );
}
