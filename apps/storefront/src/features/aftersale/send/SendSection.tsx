import { useEffect, useRef } from "react";
import type { Reply } from "@foyer/contract/endpoint.ts";
import type { getOrderActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { ErrorLine } from "@foyer/ui/feedback/ErrorLine.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import type { OrderAccess } from "../aftersale.queries.ts";
import type { Visit } from "../cancel/orderVisits.ts";
import section from "../OrderSection.module.css";
import { SendForm } from "./SendForm.tsx";
import { sendStrings } from "./send.strings.ts";
import { SentTickets } from "./SentTickets.tsx";
import { useSending, type SendingState } from "./useSending.ts";

export type SendSectionProps = {
  readonly access: OrderAccess;
  readonly reply: OrderReply;
  readonly visits: readonly Visit[];
  readonly actions: Reply<typeof getOrderActions>;
};

/** Sends tickets to somebody else, and lists those that were sent. Renders nothing if neither applies. */
export function SendSection({ access, reply, visits, actions }: SendSectionProps) {
  const t = useText(sendStrings);
  const sending = useSending(access);
  const sendable = sendableVisits(visits, actions);
  const sent = reply.sent_ticket?._data ?? [];
  const { step, problem } = sending;
  if (sendable.length === 0 && sent.length === 0 && step.kind !== "returned") return null;
  return (
    <section className={section.section} aria-labelledby="order-send">
      <h2 id="order-send">{t("send.title")}</h2>
      <Outcome step={step} />
      {step.kind === "open" && sendable.length > 0 ? (
        <SendForm visits={sendable} sending={sending} />
      ) : (
        <>
          {problem && <ErrorLine>{problem}</ErrorLine>}
          {sent.length > 0 && <SentTickets tickets={sent} sending={sending} />}
          {sendable.length > 0 && <OpenSending sending={sending} />}
        </>
      )}
    </section>
  );
}

/** The visits with the tickets that can be sent. */
const sendableVisits = (visits: readonly Visit[], { ticket }: Reply<typeof getOrderActions>): readonly Visit[] => {
  const ids = new Set(ticket._data.filter(({ is_sendable }) => is_sendable).map(({ ticket_id }) => ticket_id));
  return visits.flatMap(({ line, tickets }) => {
    const left = tickets.filter(({ ticket_id }) => ids.has(ticket_id));
    return left.length > 0 ? [{ line, tickets: left }] : [];
  });
};

/** The success message takes the focus of the removed button. */
function Outcome({ step }: Pick<SendingState, "step">) {
  const t = useText(sendStrings);
  const box = useRef<HTMLDivElement>(null);
  const isDone = step.kind === "sent" || step.kind === "returned";
  useEffect(() => {
    if (isDone) box.current?.focus();
  }, [isDone, step]);
  if (!isDone) return null;
  return (
    <div ref={box} tabIndex={-1} className={section.outcome}>
      <Banner tone="success">
        {step.kind === "sent" ? t("send.done", { count: step.count, email: step.email }) : t("send.taken_back")}
      </Banner>
    </div>
  );
}

function OpenSending({ sending: { step, open } }: { readonly sending: SendingState }) {
  const t = useText(sendStrings);
  const box = useRef<HTMLDivElement>(null);
  const takesFocus = step.kind === "closed" && step.wasOpen;
  // The form replaced the pressed button.
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("button")?.focus();
  }, [takesFocus]);
  return (
    <div className={section.open} ref={box}>
      <p>{t("send.text")}</p>
      <Button onClick={open}>{t("send.open")}</Button>
    </div>
  );
}
