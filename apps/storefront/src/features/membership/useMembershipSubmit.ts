import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CartReply } from "@foyer/contract/cart.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Refused } from "../../api/call.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useDeleteCart } from "../cart/cart.changes.ts";
import { useCart } from "../cart/cart.queries.ts";
import type { Onwards } from "../listing/onward.ts";
import { methodOf } from "../login/loginMethod.ts";
import { useMember } from "../login/useMember.ts";
import { isGuestByChoice, rememberGuest } from "../reserve/guestAnswer.ts";
import { distrustCaches } from "../reserve/reserve.queries.ts";
import type { Problem } from "../reserve/useSubmit.ts";
import { sendMembership, type MembershipWanted } from "./sendMembership.ts";
import { useCodeAsked } from "./useCodeAsked.ts";

/** What has to be settled before a membership goes into the cart. */
export type CartAsking = "in_cart" | "gift_cart" | "login" | "code";

/** What a visitor may well run into: said where they are, and the form goes on. */
const expected: ReadonlySet<string> = new Set([
  "membership_not_renewable",
  "member_required",
  "ticket_group_sold_out",
  "ticket_group_capacity_exceeded",
  "ticket_group_not_on_sale",
  "min_tickets_per_order_not_met",
  "max_tickets_per_order_exceeded",
  "rule_blocks_reserve",
  "code_exhausted",
  "validation_failed",
]);

export type MembershipSubmitFor = {
  readonly wanted: () => MembershipWanted | undefined;
  /** Said when it is done. */
  readonly done: string;
  /** True when the form itself says what was refused. */
  readonly refuse: (refused: Refused) => boolean;
  readonly lead: (house: Onwards, reply: CartReply) => Promise<void> | void;
};

/** Puts what is chosen into the cart, once the cart and the visitor are as they have to be. */
export const useMembershipSubmit = ({ wanted, done, refuse, lead }: MembershipSubmitFor) => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const seller = useSeller();
  const shared = useText(sharedStrings);
  const [, navigate] = useLocation();
  const { cart } = useCart();
  const { strength } = useMember();
  const discarding = useDeleteCart();
  const codes = useCodeAsked();
  const [asking, setAsking] = useState<CartAsking>();
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  if (asking && !wasAsked) setWasAsked(true);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const refused = (error: unknown): void => {
    if (error instanceof Refused && codes.meet(error)) return setAsking("code");
    setAsking(undefined);
    if (!(error instanceof Refused)) return setProblem({ kind: "unexpected", text: shared("error.generic") });
    if (error.code === "membership_in_cart") return setAsking("in_cart");
    if (error.code === "gift_needs_empty_cart") return setAsking("gift_cart");
    if (refuse(error)) return;
    const text = error.status < 500 ? error.description : shared("error.generic");
    setProblem({ kind: expected.has(error.code) ? "expected" : "unexpected", text });
  };

  const send = async (): Promise<void> => {
    const what = wanted();
    if (!what) return;
    // Who has given a code sees there what comes of it.
    if (codes.given() === undefined) setAsking(undefined);
    setProblem(undefined);
    setSending(true);
    const house = { client, seller, navigate };
    try {
      const reply = await sendMembership(house, what, codes.given());
      if (!isHere.current) return;
      setAsking(undefined);
      announce(done);
      await lead(house, reply);
    } catch (error) {
      await distrustCaches(client, what.level.group.event_template_id);
      if (isHere.current) refused(error);
    } finally {
      if (isHere.current) setSending(false);
    }
  };

  /** `isEmptied`: the visitor has just let their cart go. */
  const submit = (isEmptied = false): void => {
    const action = wanted()?.action;
    const held = isEmptied ? undefined : cart;
    if (action === "gift" && held && held.lines.length > 0) return setAsking("gift_cart");
    if (held?.membership_action) return setAsking("in_cart");
    const asksWho = action === "gift" || seller.web.offer_login_at_reserve === true;
    const canLogIn = methodOf(seller.configuration) !== "none";
    if (asksWho && canLogIn && strength !== "full" && !isGuestByChoice(seller.slug)) return setAsking("login");
    void send();
  };

  return {
    submit: () => submit(),
    isBusy: isSending,
    problem,
    clear: () => setProblem(undefined),
    asking,
    /** Something was asked at least once: what asks it stays, so that it can be seen to close. */
    wasAsked,
    dismiss: () => {
      if (asking === "code" && codes.refusal) setProblem({ kind: "expected", text: codes.refusal.description });
      setAsking(undefined);
    },
    codeRefusal: codes.refusal,
    codeProblem: codes.problem,
    tryCode: (code: string) => {
      codes.give(code);
      void send();
    },
    isDiscarding: discarding.isPending,
    discard: () => {
      if (!cart) return submit(true);
      discarding.mutate({ cart_id: cart.id }, { onSuccess: () => submit(true), onError: refused });
    },
    shopAsGuest: () => {
      rememberGuest(seller.slug);
      void send();
    },
  };
};
export type MembershipSubmitting = ReturnType<typeof useMembershipSubmit>;
