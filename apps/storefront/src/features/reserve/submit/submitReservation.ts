import type { CartReply } from "@foyer/contract/shop/cart.ts";
import { hasOtherSession } from "@foyer/rules/reserve/reserveState.ts";
import { Refused } from "../../../api/call.ts";
import { failureText } from "../../../shared/errors/failureText.ts";
import { createTranslator, type Translator } from "../../../shared/seller/seller.tsx";
import type { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { modifyCurrentCart } from "../../cart/cart.mutations.ts";
import { goToNextStep, type NextStepContext } from "../../listing/upsell/goToNextStep.ts";
import { deferredReserveStrings } from "../text/deferred.strings.ts";
import { codeRefusalText, isCodeRefusal, isExpectedRefusal, requiresCode } from "./refusals.ts";
import { eventKey } from "../queries/eventKeys.ts";
import { bypassCaches } from "../queries/reserve.queries.ts";
import { buildReserveRequest } from "./buildReserveRequest.ts";
import { logUnknownRefusal } from "./logUnknownRefusal.ts";
import type { SubmitQuestion, SubmitOptions } from "./submitState.ts";
import type { FormProblem } from "../../../shared/form/problems/formProblem.ts";

type SubmitReservationContext = SubmitOptions & {
  readonly nextStep: NextStepContext;
  readonly announce: (said: string) => void;
  readonly shared: Translator<typeof sharedStrings>;
  /** Whether the form is still mounted: after the visitor has left the page, nothing more happens. */
  readonly isMounted: () => boolean;
  /** The entered code. */
  readonly code: { current: string | undefined };
  readonly setProblem: (problem: FormProblem) => void;
  readonly setQuestion: (
    question: SubmitQuestion | undefined | ((before: SubmitQuestion | undefined) => SubmitQuestion | undefined),
  ) => void;
  readonly setCodeProblem: (text: string | undefined) => void;
};

/** Reserves the tickets; resolves once the visitor is on the next page or sees a message. */
export const submitReservation = async (context: SubmitReservationContext): Promise<void> => {
  const { nextStep, reserve, event, details, seats, code, isMounted, doneText } = context;
  const { client, seller } = nextStep;
  let reply: CartReply;
  try {
    reply = await modifyCurrentCart(
      client,
      seller.slug,
      buildReserveRequest({
        event_template_id: event.id,
        currency: seller.default_currency_code,
        reserve,
        details: details?.request,
        seats,
        code: code.current,
      }),
    );
  } catch (error) {
    if (isMounted()) await handleRefusal(context, error);
    return;
  }
  if (!isMounted()) return;
  context.setQuestion(undefined);
  context.announce(doneText ?? deferredText(context)("reserve.done"));
  void client.invalidateQueries({ queryKey: eventKey(event.id) });
  await goToNextStep(nextStep, { event, reply, isAnchored: reserve.isAnchored, isGift: false });
};

const deferredText = ({ nextStep: { seller } }: SubmitReservationContext) =>
  createTranslator(seller.strings, seller.locale, deferredReserveStrings);

const handleRefusal = async (context: SubmitReservationContext, error: unknown): Promise<void> => {
  const { nextStep, reserve, event, details, seats, code, shared, setProblem } = context;
  if (error instanceof Refused && (requiresCode(error) || (code.current !== undefined && isCodeRefusal(error))))
    return handleCodeRefusal(context, error);
  context.setQuestion(undefined);
  const { client } = nextStep;
  await bypassCaches(client, event.id);
  if (error instanceof Refused && error.key === "event_session_sold_out:reserve" && reserve.session)
    return handleSoldOut(context);
  if (await seats?.handleRefusal(error)) return;
  if (error instanceof Refused && details?.showRefusal(error)) return;
  if (error instanceof Refused && isExpectedRefusal(error)) {
    void client.refetchQueries({ queryKey: eventKey(event.id), type: "active" });
    return setProblem({ kind: "expected", text: error.description });
  }
  if (error instanceof Refused) logUnknownRefusal(error);
  setProblem({
    kind: "unexpected",
    text: error instanceof Refused && error.status < 500 ? error.description : failureText(shared),
  });
};

const handleSoldOut = async ({
  reserve,
  event,
  nextStep: { client },
  onSoldOut,
}: SubmitReservationContext): Promise<void> => {
  const { session, day, refetch } = reserve;
  if (!session || day === undefined || !refetch) return;
  const sessions = await refetch.sessions(day);
  const hasOther = hasOtherSession({ session, sessions });
  if (!hasOther) await refetch.days();
  reserve.act({ type: "sold out", day, session, sessions });
  onSoldOut?.(hasOther ? "session" : "date");
  void client.refetchQueries({ queryKey: eventKey(event.id), type: "active", stale: true });
};

/** Asks for a code, or says why the entered one cannot be used. */
const handleCodeRefusal = (context: SubmitReservationContext, error: Refused): void => {
  const { code } = context;
  const enteredCode = code.current;
  code.current = undefined;
  context.setCodeProblem(
    enteredCode === undefined
      ? undefined
      : codeRefusalText(error, enteredCode, { t: deferredText(context), own: context.nextStep.seller.strings }),
  );
  context.setQuestion((before) => (before?.kind === "code" ? before : { kind: "code", refusal: error }));
};
