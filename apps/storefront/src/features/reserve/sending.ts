import type { CartReply } from "@foyer/contract/cart.ts";
import { isOpen } from "@foyer/rules/sessions.ts";
import { Refused } from "../../api/call.ts";
import { textsOf, type Texts } from "../../shared/seller.tsx";
import type { sharedStrings } from "../../shared/shared.strings.ts";
import { changeCart } from "../cart/cart.changes.ts";
import { afterReserve, type Onwards } from "../listing/onward.ts";
import { laterStrings } from "./later.strings.ts";
import { codeProblem, isAboutCode, isExpected, wantsCode } from "./refusals.ts";
import { eventKey } from "./eventKeys.ts";
import { distrustCaches } from "./reserve.queries.ts";
import { reserveRequest } from "./reserveRequest.ts";
import type { Asking, Problem, SubmitFor } from "./useSubmit.ts";

type Sending = SubmitFor & {
  readonly house: Onwards;
  readonly announce: (said: string) => void;
  readonly shared: Texts<typeof sharedStrings>;
  /** The form still stands: who has left it is led nowhere. */
  readonly isHere: () => boolean;
  /** The code that was given. */
  readonly code: { current: string | undefined };
  readonly setProblem: (problem: Problem) => void;
  readonly setAsking: (asking: Asking | undefined | ((before: Asking | undefined) => Asking | undefined)) => void;
  readonly setCodeProblem: (text: string | undefined) => void;
};

/** Asks for the tickets; done when the visitor has been led on or told what is in the way. */
export const sendReservation = async (sending: Sending): Promise<void> => {
  const { house, reserve, event, details, seats, code, isHere, done } = sending;
  const { client, seller } = house;
  let reply: CartReply;
  try {
    reply = await changeCart(
      client,
      seller.slug,
      reserveRequest({
        event_template_id: event.id,
        currency: seller.default_currency_code,
        reserve,
        details: details?.request,
        seats,
        code: code.current,
      }),
    );
  } catch (error) {
    if (isHere()) await refused(sending, error);
    return;
  }
  if (!isHere()) return;
  sending.setAsking(undefined);
  sending.announce(done ?? textOf(sending)("reserve.done"));
  void client.invalidateQueries({ queryKey: eventKey(event.id) });
  await afterReserve(house, { event, reply, isAnchored: reserve.isAnchored, isGift: false });
};

const textOf = ({ house: { seller } }: Sending) => textsOf(seller.strings, seller.locale, laterStrings);

const refused = async (sending: Sending, error: unknown): Promise<void> => {
  const { house, reserve, event, details, seats, code, shared, setProblem } = sending;
  if (error instanceof Refused && (wantsCode(error) || (code.current !== undefined && isAboutCode(error))))
    return refusedCode(sending, error);
  sending.setAsking(undefined);
  const { client } = house;
  await distrustCaches(client, event.id);
  if (error instanceof Refused && error.key === "event_session_sold_out:reserve" && reserve.session)
    return soldOut(sending);
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
};

const soldOut = async ({ reserve, event, house: { client }, onSoldOut }: Sending): Promise<void> => {
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
const refusedCode = (sending: Sending, error: Refused): void => {
  const { code } = sending;
  const tried = code.current;
  code.current = undefined;
  sending.setCodeProblem(tried === undefined ? undefined : codeProblem(error, tried, textOf(sending)));
  sending.setAsking((before) => (before?.what === "code" ? before : { what: "code", refusal: error }));
};
