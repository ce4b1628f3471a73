import type { FormEvent, ReactNode } from "react";
import type { EventReply, EventTemplate } from "@foyer/contract/catalog.ts";
import type { CalendarDate } from "@foyer/contract/sessions.ts";
import { hasSeveralPrices } from "@foyer/rules/calendarDays.ts";
import { messagesFor } from "@foyer/rules/messages.ts";
import { needsNoSession, shownGroups } from "@foyer/rules/soldGroups.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { useMoney } from "../../shared/seller.tsx";
import { useWhen } from "../../shared/when.ts";
import { DateStep } from "./DateStep.tsx";
import { ReserveEnd } from "./ReserveEnd.tsx";
import { ReserveFooter } from "./ReserveFooter.tsx";
import css from "./ReserveForm.module.css";
import { useStartText } from "./startWords.ts";
import { usePickerDays } from "./usePickerDays.ts";

/** A step of the reserve form, and where the focus goes from it. */
export type Taken = {
  readonly action:
    | { readonly type: "date chosen"; readonly day: string }
    | { readonly type: "dates opened" }
    | { readonly type: "flexible chosen" };
  readonly next: "date" | "session" | "tickets";
};

export type StartFormProps = {
  readonly event: EventReply;
  readonly template: EventTemplate;
  readonly calendar: readonly CalendarDate[];
  readonly cartButton: ReactNode;
  readonly taken: Taken | undefined;
  /** The rest of the form is on its way, to be sent. */
  readonly isSending: boolean;
  /** Why it does not come. */
  readonly failed: string | undefined;
  readonly onTake: (taken: Taken) => void;
  readonly onSend: () => void;
  /** A hand is on the form. */
  readonly onHand: () => void;
};

/**
 * The reserve form as most visitors see it first: its days, none of them chosen. It knows nothing else. The first step
 * that is taken brings the form itself (`ReserveForm`), which stands here as soon as its script does.
 */
export function StartForm({
  event,
  template,
  calendar,
  cartButton,
  taken,
  isSending,
  failed,
  onTake,
  onSend,
  onHand,
}: StartFormProps) {
  const t = useStartText();
  const when = useWhen();
  const announce = useAnnounce();
  const total = useMoney()("0");
  const rules = event.message_rule?._data ?? [];
  const days = usePickerDays(
    { days: calendar, rules, hasSeveralPrices: hasSeveralPrices(event.ticket_type?._data ?? []) },
    template,
  );
  const action = taken?.action;
  const day = action?.type === "date chosen" ? action.day : undefined;
  const isFlexible = action?.type === "flexible chosen";
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    onSend();
  };
  const busy = isSending && failed === undefined;
  return (
    <>
      <form
        id="reserve"
        className={css.form}
        aria-label={t("reserve.title")}
        noValidate
        onSubmit={onSubmit}
        onPointerEnter={onHand}
        onFocus={onHand}
      >
        <DateStep
          days={days}
          day={day}
          mode={isFlexible ? "flexible" : "date"}
          hasFlexible={shownGroups(event.ticket_group?._data ?? [], []).some(needsNoSession)}
          headingRef={null}
          error={failed}
          messages={[
            ...(day === undefined ? [] : messagesFor(rules, "date_message", { day, chosen: [] })),
            ...(template.config.price_display?.message ? [template.config.price_display.message] : []),
          ]}
          onChoose={(chosen) => {
            announce(t("reserve.date.selected", { date: when.longDate(chosen) }));
            onTake({ action: { type: "date chosen", day: chosen }, next: "session" });
          }}
          onFlexible={() => onTake({ action: { type: "flexible chosen" }, next: "tickets" })}
          onReopen={() => onTake({ action: { type: "dates opened" }, next: "date" })}
        />
        {day !== undefined && !failed && <Skeleton shape="tile" count={4} />}
        {isFlexible && !failed && <Skeleton shape="control" count={3} />}
        <ReserveEnd total={total} isBusy={busy} submit={t("reserve.submit")} />
      </form>
      <ReserveFooter form="reserve" total={total} fees={undefined} isBusy={busy} cartButton={cartButton} />
    </>
  );
}
