import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useText } from "../../../shared/seller/seller.tsx";
import { useStepFocus } from "../../reserve/form/useStepFocus.ts";
import { rescheduleStrings } from "../aftersale.strings.ts";
import { changeRequest, vouchersOf, type OpenedChange } from "../change/changeRequest.ts";
import { chooseSeats } from "./chooseSeats.ts";
import { ticketsAfter, type ChosenTicket, type MovableVisit } from "./movableVisit.ts";
import { useChosenTickets } from "./useChosenTickets.ts";
import { useChosenTime } from "./useChosenTime.ts";
import { useExchange } from "./useExchange.ts";
import { useVouchers, type VoucherInputs } from "./useVouchers.ts";
import { useMoveTimes, type MoveSession, type MoveTimes } from "./useMoveTimes.ts";
import type { useReschedule } from "./useReschedule.ts";

type MissingStep = "tickets" | "date" | "session";

type Chosen = {
  readonly isKept: boolean;
  readonly selected: readonly ChosenTicket[];
  readonly vouchers: VoucherInputs;
  readonly day: string | undefined;
  readonly session: MoveSession | undefined;
};

/** The first choice that is missing. Keeping the current time needs no other choice. */
const missingStep = ({ isKept, selected, day, session }: Omit<Chosen, "vouchers">): MissingStep | undefined => {
  if (isKept) return undefined;
  if (selected.length === 0) return "tickets";
  if (day === undefined) return "date";
  return !session || session.isPartly ? "session" : undefined;
};

/** Why the tickets cannot be moved to the chosen time, or that no time is chosen; undefined if all is well. */
const useSessionError = (times: MoveTimes, isMissing: boolean): string | undefined => {
  const t = useText(rescheduleStrings);
  const partly = partlyKey(times);
  if (partly) return t(partly, { types: (times.missingTypes ?? []).join(", ") });
  return isMissing ? t("move.missing.time") : undefined;
};

const partlyKey = ({ session, missingTypes }: MoveTimes) => {
  if (!session?.isPartly || missingTypes === undefined) return undefined;
  return missingTypes.length > 0 ? ("move.partly.types" as const) : ("move.partly.places" as const);
};

/** The current choice: the tickets to change, their types, the day and the time. */
export const useMoveForm = (
  visit: MovableVisit,
  reschedule: ReturnType<typeof useReschedule>,
  open: OpenedChange | undefined,
) => {
  const form = useRef<HTMLFormElement>(null);
  const { headings, goTo } = useStepFocus();
  const time = useChosenTime(visit, { goTo, onChange: reschedule.clear });
  const { isKept, day } = time;
  const tickets = useChosenTickets(visit, { isKept, onChange: reschedule.clear });
  const { selected } = tickets;
  const times = useMoveTimes(visit, selected, time);
  const isSame = times.session?.id === visit.line.event_session_id;
  const session = isKept || isSame ? undefined : times.session;
  const exchange = useExchange(visit, session?.id);
  const vouchers = useVouchers(selected, reschedule.clear);
  const chosen = { isKept, selected, vouchers, day, session };
  const { isMissing, review } = useReview({ visit, reschedule, open, form, chosen, times });
  const sessionError = useSessionError(times, isMissing("session"));
  return {
    ...time,
    ...tickets,
    form,
    headings,
    session,
    times,
    exchange,
    vouchers,
    /** Date, time and types are unchanged. */
    isUnchanged: isKept && selected.length === 0,
    after: ticketsAfter(visit, selected, { isKept, groupName: exchange.groupName }),
    /** The price of the new tickets; null if it is not known. */
    cost: isKept ? exchange.priceOf(selected) : (session?.cost ?? null),
    isMissing,
    sessionError,
    review,
  };
};
export type MoveForm = Omit<ReturnType<typeof useMoveForm>, "form">;

type ReviewOptions = {
  readonly visit: MovableVisit;
  readonly reschedule: ReturnType<typeof useReschedule>;
  readonly open: OpenedChange | undefined;
  readonly form: { readonly current: HTMLFormElement | null };
  readonly chosen: Chosen;
  readonly times: MoveTimes;
};

/** Opens the change, or shows the missing step. */
const useReview = ({ visit, reschedule, open, form, chosen, times }: ReviewOptions) => {
  const client = useQueryClient();
  const focusError = useFocusFirstError(() => form.current);
  const [shown, setShown] = useState<MissingStep>();
  const { isKept, selected, vouchers, session } = chosen;
  const { line, ofSession } = visit;
  const missing = missingStep(chosen);
  const review = (): void => {
    const event_session_id = isKept ? line.event_session_id : session?.id;
    if (reschedule.isBusy || (isKept && selected.length === 0)) return;
    if (missing !== undefined || event_session_id == null) {
      setShown(missing);
      return focusError();
    }
    if (!vouchers.check()) return focusError();
    const visit_datetime = (isKept ? line : session)?.start_datetime ?? undefined;
    const move = { tickets: selected, event_session_id, ofSession, vouchers: vouchers.entered, visit_datetime };
    reschedule.review({
      build: async () => {
        const seats = await chooseSeats(client, times.link, event_session_id, selected);
        return changeRequest({ ...move, seats }, open);
      },
      isShown: (error) => {
        const isAtField = vouchers.showRefusal(error, vouchersOf(move, open));
        if (isAtField) focusError();
        return isAtField;
      },
    });
  };
  return { isMissing: (step: MissingStep): boolean => shown === step && missing === step, review };
};
