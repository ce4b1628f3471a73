import { useRef, useState } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Disclosure } from "@foyer/ui/layout/Disclosure.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { AppliedCodes } from "./AppliedCodes.tsx";
import { CodeField } from "./CodeField.tsx";
import { codeStrings } from "./code.strings.ts";
import css from "./Codes.module.css";
import { useCodeEntry } from "./useCodeEntry.ts";

/** The codes of a cart, and a field for another one that expands on request. */
export function CodeDisclosure({ cart }: { readonly cart: Cart }) {
  const t = useText(codeStrings);
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const entry = useCodeEntry(cart.id, {
    onApplied: () => {
      setOpen(false);
      // The field that had the focus is closed.
      container.current?.focus();
    },
  });
  const canChange = cart.editable && !cart.payment_in_progress;
  return (
    <div className={css.entry} ref={container} data-codes tabIndex={-1}>
      <AppliedCodes cart={cart} />
      {canChange && (
        <Disclosure summary={t("code.entry")} open={isOpen} onToggle={setOpen}>
          <form noValidate onSubmit={entry.submit}>
            <CodeField
              entry={entry}
              action={
                <Button type="submit" busy={entry.isBusy}>
                  {t("code.apply")}
                </Button>
              }
            />
          </form>
        </Disclosure>
      )}
    </div>
  );
}
