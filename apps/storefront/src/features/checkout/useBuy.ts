import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Cart } from "@foyer/contract/cart.ts";
import { paths } from "../../shared/paths.ts";
import { report } from "../../shared/reports.ts";
import { useSaved } from "../../shared/saved.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { forget } from "../cart/cart.queries.ts";
import { useStrength } from "../login/loggedIn.ts";
import { changeStanding } from "../cart/standing.ts";
import { buy, type Bought, type Purchase } from "./buy.ts";
import { checkoutStrings } from "./checkout.strings.ts";
import { noteMailedTo } from "./mailedTo.ts";
import { isExpected, problemOf, type Problem } from "./refusedWords.ts";

export type Buying = {
  readonly isBusy: boolean;
  readonly problem: Problem | null;
  readonly start: (
    purchase: Omit<Purchase, "cart_id" | "own">,
    onProblem: (problem: Problem) => void,
    /** A part is paid, and the cart goes on. */
    onPartial: () => void,
  ) => void;
  readonly clear: () => void;
};

/** Buys what is in a cart, once: a second press while the first is under way is the first. */
export const useBuy = (cart: Pick<Cart, "id">, own: boolean): Buying => {
  const client = useQueryClient();
  const [saved, change] = useSaved();
  const [, navigate] = useLocation();
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const { captcha: ofGuests } = useSeller().configuration;
  // Whoever is logged in has shown who they are.
  const captcha = useStrength() === "full" ? undefined : ofGuests;
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const cart_id = cart.id;

  // The cart's clock starts again when the buyer leaves this page, or below when nothing came of it.
  useEffect(() => () => changeStanding({ paying: null }), []);

  const goOn = (bought: Bought, onPartial: () => void): void => {
    if (bought.kind === "bank") return window.location.assign(bought.address);
    if (bought.kind === "partial") {
      isUnderWay.current = false;
      setBusy(false);
      changeStanding({ paying: null });
      onPartial();
      void client.invalidateQueries({ queryKey: ["cart"] });
      return;
    }
    if (saved.cart_id === cart_id) change(forget);
    navigate(bought.kind === "pending" ? paths.pending(cart_id) : paths.complete(bought.order_ids, bought.token), {
      replace: true,
    });
  };

  const start: Buying["start"] = (purchase, onProblem, onPartial) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(true);
    setProblem(null);
    changeStanding({ paying: cart_id });
    buy({ ...purchase, cart_id, own, captcha })
      .then((bought) => {
        noteMailedTo(purchase.purchaser?.identity.email);
        goOn(bought, onPartial);
      })
      .catch((error: unknown) => {
        if (!isExpected(error)) report(error);
        const found = problemOf(error, { t, shared }, purchase.byWallet);
        isUnderWay.current = false;
        setBusy(false);
        setProblem(found);
        onProblem(found);
        changeStanding({ paying: null, ...(found.kind === "timed_out" ? { timed_out: cart_id } : {}) });
        if (found.kind === "timed_out" && saved.cart_id === cart_id) change(forget);
        void client.invalidateQueries({ queryKey: ["cart"] });
      });
  };

  return { isBusy, problem, start, clear: useCallback(() => setProblem(null), []) };
};
