import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { isOpen } from "@foyer/rules/sessions.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Refused } from "../../api/call.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useModifyCart } from "../cart/cart.queries.ts";
import { useOnward } from "../listing/useOnward.ts";
import { isGuestByChoice, rememberGuest } from "./guestAnswer.ts";
import { isAboutCode, isExpected, wantsCode } from "./refusals.ts";
import { distrustCaches, eventKey } from "./reserve.queries.ts";
import { reserveStrings } from "./reserve.strings.ts";
import { reserveRequest } from "./reserveRequest.ts";
import type { Reserve } from "./useReserve.ts";
import type { Seats } from "./useSeats.ts";
import type { Details } from "./useTicketDetails.ts";

/** What came of a reservation that did not come about. */
export type Problem = { readonly kind: "expected" | "unexpected"; readonly text: string };

/** What the visitor has to answer before the tickets can be had: `SubmitDialogs` asks it. */
export type Asking = { readonly what: "login" } | { readonly what: "code"; readonly refusal: Refused };

export type SubmitFor = {
  readonly reserve: Pick<Reserve, "day" | "session" | "choices" | "prices" | "isAnchored" | "act"> &
    // What has no session cannot sell out from under the buyer.
    Partial<Pick<Reserve, "askAgain">>;
  readonly event: EventTemplate;
  readonly details?: Details | undefined;
  readonly seats?: Pick<Seats, "seat_template_ids" | "refused"> | undefined;
  /** Said when it is done, where these are no tickets. */
  readonly done?: string | undefined;
  readonly onSoldOut?: ((step: "date" | "session") => void) | undefined;
};

/** Puts what is chosen into the cart and moves on; knows what to do when it has just been sold or needs a code. */
export const useSubmit = ({ reserve, event, details, seats, done, onSoldOut }: SubmitFor) => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const seller = useSeller();
  const t = useText(reserveStrings);
  const shared = useText(sharedStrings);
  const { afterReserve } = useOnward();
  const modify = useModifyCart();
  const [problem, setProblem] = useState<Problem>();
  const [isLooking, setLooking] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const [codeProblem, setCodeProblem] = useState<string>();
  const code = useRef<string>(undefined);

  const soldOut = async (): Promise<void> => {
    const { session, day, askAgain } = reserve;
    if (!session || day === undefined || !askAgain) return;
    const sessions = await askAgain.sessions(day);
    const hasOther = sessions.some((one) => one.id !== session.id && isOpen(one));
    if (!hasOther) await askAgain.days();
    reserve.act({ type: "sold out", day, session, sessions });
    onSoldOut?.(hasOther ? "session" : "date");
    void client.refetchQueries({ queryKey: eventKey(event.id), type: "active", stale: true });
  };

  /** A code is asked for, or the one that was given will not do. */
  const refusedCode = (error: Refused): void => {
    const tried = code.current;
    code.current = undefined;
    const reason =
      wantsCode(error) && tried !== undefined ? t("reserve.code.invalid", { code: tried }) : error.description;
    setCodeProblem(tried === undefined ? undefined : t("reserve.code.another", { reason }));
    setAsking((before) => (before?.what === "code" ? before : { what: "code", refusal: error }));
  };

  const refused = async (error: unknown): Promise<void> => {
    if (error instanceof Refused && (wantsCode(error) || (code.current !== undefined && isAboutCode(error))))
      return refusedCode(error);
    setAsking(undefined);
    setLooking(true);
    try {
      await distrustCaches(client, event.id);
      if (error instanceof Refused && error.key === "event_session_sold_out:reserve" && reserve.session)
        return await soldOut();
      if (await seats?.refused(error)) return;
      if (error instanceof Refused && details?.refuse(error)) return;
      if (error instanceof Refused && isExpected(error)) {
        void client.refetchQueries({ queryKey: eventKey(event.id), type: "active" });
        return setProblem({ kind: "expected", text: error.description });
      }
      setProblem({
        kind: "unexpected",
        text: error instanceof Refused && error.status < 500 ? error.description : shared("error.generic"),
      });
    } catch {
      setProblem({ kind: "unexpected", text: shared("error.generic") });
    } finally {
      setLooking(false);
    }
  };

  const send = (): void => {
    setProblem(undefined);
    setCodeProblem(undefined);
    modify.mutate(
      reserveRequest({
        event_template_id: event.id,
        currency: seller.default_currency_code,
        reserve,
        details: details?.request,
        seats,
        code: code.current,
      }),
      {
        onError: (error) => void refused(error),
        onSuccess: (reply) => {
          setAsking(undefined);
          announce(done ?? t("reserve.done"));
          void client.invalidateQueries({ queryKey: eventKey(event.id) });
          setLooking(true);
          void afterReserve({ event, reply, isAnchored: reserve.isAnchored, isGift: false }).finally(() =>
            setLooking(false),
          );
        },
      },
    );
  };

  return {
    submit: () => {
      if (seller.web.offer_login_at_reserve && !isGuestByChoice(seller.slug)) return setAsking({ what: "login" });
      send();
    },
    isBusy: modify.isPending || isLooking,
    problem,
    clear: () => setProblem(undefined),
    asking,
    /** What is wrong with the code that was given. */
    codeProblem,
    shopAsGuest: () => {
      rememberGuest(seller.slug);
      setAsking(undefined);
      send();
    },
    tryCode: (given: string) => {
      code.current = given;
      send();
    },
    /** The visitor would rather not answer. */
    dismiss: () => {
      if (asking?.what === "code") setProblem({ kind: "expected", text: asking.refusal.description });
      setAsking(undefined);
    },
  };
};
export type Submitting = ReturnType<typeof useSubmit>;
