import { lazy, useState } from "react";
import { useModals } from "@foyer/ui/ModalStack.tsx";
import { loadChunk } from "../shared/loadChunk.ts";
import { useSaved } from "../shared/saved.ts";
import { useText } from "../shared/seller.tsx";
import { Quiet } from "./Quiet.tsx";
import { shellStrings } from "./shell.strings.ts";

const CartWatch = lazy(() =>
  loadChunk(() => import("../features/cart/CartWatch.tsx")).then((module) => ({ default: module.CartWatch })),
);

/** Brings what looks after a cart as soon as there is one, or a dialog that may be the cart's: not to those who only look. */
export function CartKeeper({ atCheckout }: { readonly atCheckout: boolean }) {
  const [{ cart_id }] = useSaved();
  const { names } = useModals();
  const t = useText(shellStrings);
  const [isWanted, setWanted] = useState(false);
  // Once there it stays: it has to see the cart go, too.
  if (!isWanted && (cart_id !== null || names.length > 0)) setWanted(true);
  return (
    isWanted && (
      <Quiet failed={t("chunk.failed")}>
        <CartWatch atCheckout={atCheckout} />
      </Quiet>
    )
  );
}
