import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { useAnnounce } from "@foyer/ui/feedback/Announcer.tsx";
import { Refused } from "../../../api/call.ts";
import { canLogIn } from "../../../shared/seller/canJoinOrLogIn.ts";
import { useSeller, useText } from "../../../shared/seller/seller.tsx";
import { failureText } from "../../../shared/errors/failureText.ts";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useDeleteCart } from "../../cart/cart.mutations.ts";
import { useCart } from "../../cart/cart.queries.ts";
import type { NextStepContext } from "../../listing/upsell/goToNextStep.ts";
import { hasWholeLogin } from "../../login/loginMethod.ts";
import { memberKey } from "../../login/session/member.queries.ts";
import { useMember } from "../../login/session/useMember.ts";
import { hasChosenGuest, saveGuestChoice } from "../../../shared/storage/guestChoice.ts";
import { eventKey } from "../../reserve/queries/eventKeys.ts";
import { bypassCaches } from "../../reserve/queries/reserve.queries.ts";
import type { FormProblem } from "../../../shared/form/problems/formProblem.ts";
import { addMembershipToCart, type MembershipRequest } from "./addMembershipToCart.ts";
import { useRequiredCode } from "./useRequiredCode.ts";

/** A question that the visitor has to answer before a membership is added to the cart. */
export type MembershipQuestion = "in_cart" | "gift_cart" | "login" | "code";

/** Refusals that can happen to any visitor. They are shown as warnings, and the form stays usable. */
const expectedCodes: ReadonlySet<string> = new Set([
  "membership_not_renewable",
  "member_required",
  "ticket_group_sold_out",
  "ticket_group_capacity_exceeded",
  "ticket_group_not_on_sale",
  "ticket_type_not_available",
  "event_not_found",
  "min_tickets_per_order_not_met",
  "max_tickets_per_order_exceeded",
  "rule_blocks_reserve",
  "code_exhausted",
  "validation_failed",
]);

export type MembershipSubmitOptions = {
  readonly buildRequest: () => MembershipRequest | undefined;
  /** Announced when the membership has been added. */
  readonly doneMessage: string;
  /** Shows a refusal at a field. False if it concerns none. */
  readonly showRefusal: (refused: Refused) => boolean;
  readonly proceed: (context: NextStepContext, reply: CartReply) => Promise<void> | void;
};

const useIsMounted = () => {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  return isMounted;
};

/** Adds the membership to the cart, after asking about a conflicting cart, the login and a code. */
export const useMembershipSubmit = ({ buildRequest, doneMessage, showRefusal, proceed }: MembershipSubmitOptions) => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const seller = useSeller();
  const shared = useText(sharedStrings);
  const [, navigate] = useLocation();
  const { cart } = useCart();
  const { strength } = useMember();
  const discardCart = useDeleteCart();
  const requiredCode = useRequiredCode();
  const [question, setQuestion] = useState<MembershipQuestion>();
  const [problem, setProblem] = useState<FormProblem>();
  const [isSending, setSending] = useState(false);
  const [hadQuestion, setHadQuestion] = useState(false);
  if (question && !hadQuestion) setHadQuestion(true);
  const isMounted = useIsMounted();

  const handleError = (error: unknown): void => {
    if (error instanceof Refused && requiredCode.handleRefusal(error)) return setQuestion("code");
    setQuestion(undefined);
    if (!(error instanceof Refused)) return setProblem({ kind: "unexpected", text: failureText(shared) });
    if (error.code === "membership_in_cart") return setQuestion("in_cart");
    if (error.code === "gift_needs_empty_cart") return setQuestion("gift_cart");
    // The membership was renewed meanwhile, for example in another tab. Fetched again, it says when it can be renewed next.
    if (error.code === "membership_not_renewable") void client.invalidateQueries({ queryKey: memberKey });
    if (showRefusal(error)) return;
    const text = error.status < 500 ? error.description : shared("error.generic");
    setProblem({ kind: expectedCodes.has(error.code) ? "expected" : "unexpected", text });
  };

  const send = async (): Promise<void> => {
    const request = buildRequest();
    if (!request) return;
    // The code dialog stays open while its code is tried.
    if (requiredCode.entered() === undefined) setQuestion(undefined);
    setProblem(undefined);
    setSending(true);
    const navigation = { client, seller, navigate };
    try {
      const reply = await addMembershipToCart(navigation, request, requiredCode.entered());
      if (!isMounted.current) return;
      setQuestion(undefined);
      announce(doneMessage);
      await proceed(navigation, reply);
    } catch (error) {
      const { event_template_id } = request.level.group;
      await bypassCaches(client, event_template_id);
      if (error instanceof Refused && expectedCodes.has(error.code))
        void client.refetchQueries({ queryKey: eventKey(event_template_id), type: "active" });
      if (isMounted.current) handleError(error);
    } finally {
      if (isMounted.current) setSending(false);
    }
  };

  /** `isEmptied`: the visitor has just discarded the cart. */
  const submit = (isEmptied = false): void => {
    const action = buildRequest()?.action;
    const presentCart = isEmptied ? undefined : cart;
    if (action === "gift" && presentCart && presentCart.lines.length > 0) return setQuestion("gift_cart");
    if (presentCart?.membership_action) return setQuestion("in_cart");
    const asksForLogin = action === "gift" || seller.web.offer_login_at_reserve === true;
    const isLoginLeft = canLogIn(seller) && !hasWholeLogin(strength, seller.configuration);
    if (asksForLogin && isLoginLeft && !hasChosenGuest(seller.slug)) return setQuestion("login");
    void send();
  };

  return {
    submit: () => submit(),
    isBusy: isSending,
    problem,
    clear: () => setProblem(undefined),
    question,
    /** A question was asked before, so its dialog stays mounted. */
    hadQuestion,
    dismiss: () => {
      if (question === "code" && requiredCode.refusal)
        setProblem({ kind: "expected", text: requiredCode.refusal.description });
      setQuestion(undefined);
    },
    codeRefusal: requiredCode.refusal,
    codeProblem: requiredCode.problem,
    submitCode: (code: string) => {
      requiredCode.enter(code);
      void send();
    },
    isDiscarding: discardCart.isPending,
    discard: () => {
      if (!cart) return submit(true);
      discardCart.mutate({ cart_id: cart.id }, { onSuccess: () => submit(true), onError: handleError });
    },
    continueAsGuest: () => {
      saveGuestChoice(seller.slug);
      void send();
    },
  };
};
export type MembershipSubmitting = ReturnType<typeof useMembershipSubmit>;
