import { useEffect, useRef } from "react";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Icon } from "@foyer/ui/action/Icon.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useRemoveCode } from "./code.mutations.ts";
import { codeStrings } from "./code.strings.ts";
import css from "./Codes.module.css";

type AppliedCode = {
  readonly id: string;
  readonly code: string;
  readonly names: readonly string[];
  /** Why the code currently has no effect. */
  readonly inactiveReason: string | null;
};

/** Each code once, with the names of what it applies to. */
const listAppliedCodes = ({ cart_mods }: Pick<Cart, "cart_mods">): readonly AppliedCode[] => {
  const found = new Map<string, AppliedCode>();
  for (const mod of cart_mods)
    for (const { id, code } of mod.codes)
      found.set(id, {
        id,
        code,
        names: [...new Set([...(found.get(id)?.names ?? []), mod.name])],
        inactiveReason: mod.resource === "code" ? mod.description : null,
      });
  return [...found.values()];
};

/** Announces a code that has stopped working: the total has gone up, and the reason is shown elsewhere on the page. */
const useAnnounceStopped = (codes: readonly AppliedCode[]): void => {
  const announce = useAnnounce();
  const working = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const { id, code, inactiveReason } of codes)
      if (inactiveReason !== null && working.current.has(id)) announce(`${code}: ${inactiveReason}`, { beside: true });
    working.current = new Set(codes.filter(({ inactiveReason }) => inactiveReason === null).map(({ id }) => id));
  });
};

/** The codes of a cart. They can be removed from the visitor's own cart. */
export function AppliedCodes({ cart }: { readonly cart: Cart }) {
  const t = useText(codeStrings);
  const announce = useAnnounce();
  const list = useRef<HTMLUListElement>(null);
  const remove = useRemoveCode();
  const codes = listAppliedCodes(cart);
  useAnnounceStopped(codes);
  if (codes.length === 0) return null;
  const canChange = cart.editable && !cart.payment_in_progress;
  const removeCode = ({ id, code }: AppliedCode): void => {
    // The list disappears with its last code, so the focus moves to the group around it.
    const codesGroup = list.current?.closest<HTMLElement>("[data-codes]");
    remove.mutate(
      { cart_id: cart.id, code_id: id },
      {
        onSuccess: () => {
          announce(t("code.removed", { code }));
          codesGroup?.focus();
        },
      },
    );
  };
  return (
    <>
      <ul role="list" className={css.codes} ref={list} aria-label={t("code.applied")}>
        {codes.map((code) => (
          <li key={code.id} className={css.code} data-inactive={code.inactiveReason === null ? undefined : true}>
            <Icon name={code.inactiveReason === null ? "check" : "info"} size="small" />
            <span className={css.text}>
              <strong>{code.code}</strong>
              <span className={css.name}>{code.inactiveReason ?? code.names.join(", ")}</span>
            </span>
            {canChange && (
              <Button
                kind="text"
                size="small"
                aria-label={t("code.remove.named", { code: code.code })}
                busy={remove.isPending && remove.variables.code_id === code.id}
                onClick={() => removeCode(code)}
              >
                {t("code.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {remove.error && <ErrorLine>{t("code.unknown")}</ErrorLine>}
    </>
  );
}
