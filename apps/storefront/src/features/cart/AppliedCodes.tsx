import { useRef } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Icon } from "@foyer/ui/Icon.tsx";
import { useText } from "../../shared/seller.tsx";
import { useRemoveCode } from "./promo.changes.ts";
import { promoStrings } from "./promo.strings.ts";
import css from "./Promo.module.css";

type Code = {
  readonly id: string;
  readonly code: string;
  readonly names: readonly string[];
  /** It is there and does nothing: why. */
  readonly waits: string | null;
};

/** Each code once, with what it is there for. */
const codesOf = ({ cart_mods }: Pick<Cart, "cart_mods">): readonly Code[] => {
  const found = new Map<string, Code>();
  for (const mod of cart_mods)
    for (const { id, code } of mod.codes)
      found.set(id, {
        id,
        code,
        names: [...new Set([...(found.get(id)?.names ?? []), mod.name])],
        waits: mod.resource === "code" ? mod.description : null,
      });
  return [...found.values()];
};

/** The codes at work on a cart; one's own can be taken off. */
export function AppliedCodes({ cart }: { readonly cart: Cart }) {
  const t = useText(promoStrings);
  const announce = useAnnounce();
  const list = useRef<HTMLUListElement>(null);
  const remove = useRemoveCode();
  const codes = codesOf(cart);
  if (codes.length === 0) return null;
  const canChange = cart.editable && !cart.payment_in_progress;
  const takeOff = ({ id, code }: Code): void => {
    // The list may go with its last code; whoever stands in it is led to where codes are typed.
    const around = list.current?.closest<HTMLElement>("[data-codes]");
    remove.mutate(
      { cart_id: cart.id, code_id: id },
      {
        onSuccess: () => {
          announce(t("code.removed", { code }));
          around?.focus();
        },
      },
    );
  };
  return (
    <>
      <ul role="list" className={css.codes} ref={list} aria-label={t("code.applied")}>
        {codes.map((code) => (
          <li key={code.id} className={css.code} data-waits={code.waits === null ? undefined : true}>
            <Icon name={code.waits === null ? "check" : "info"} size="small" />
            <span className={css.words}>
              <strong>{code.code}</strong>
              <span className={css.name}>{code.waits ?? code.names.join(", ")}</span>
            </span>
            {canChange && (
              <Button
                kind="text"
                size="small"
                aria-label={t("code.remove.named", { code: code.code })}
                busy={remove.isPending && remove.variables.code_id === code.id}
                onClick={() => takeOff(code)}
              >
                {t("code.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {remove.error && (
        <p className={css.problem} role="alert">
          {t("code.unknown")}
        </p>
      )}
    </>
  );
}
