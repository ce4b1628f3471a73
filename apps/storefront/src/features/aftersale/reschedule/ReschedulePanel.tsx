import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { buttonAttributes } from "@foyer/ui/action/Button.tsx";
import { MessagePage } from "../../../shared/page/MessagePage.tsx";
import { useText } from "../../../shared/seller/seller.tsx";
import { useLoginStrength } from "../../login/session/loginStrength.ts";
import { aftersaleStrings, rescheduleStrings } from "../aftersale.strings.ts";
import { managePaths } from "../managePaths.ts";
import { OpenedOrder, OrderSkeleton, type OrderData } from "../OpenedOrder.tsx";
import { ContactLinks } from "../ContactLinks.tsx";
import { movableVisit } from "./movableVisit.ts";
import { RescheduleForm } from "./RescheduleForm.tsx";

export type ReschedulePanelProps = { readonly id: string; readonly event_session_id: string };

/** Moves the tickets of one session of an order to another time, or exchanges their types. */
export function ReschedulePanel({ id, event_session_id }: ReschedulePanelProps) {
  return <OpenedOrder id={id}>{(order) => <Reschedule {...order} event_session_id={event_session_id} />}</OpenedOrder>;
}

function Reschedule({ event_session_id, ...order }: OrderData & Pick<ReschedulePanelProps, "event_session_id">) {
  const { access, reply, actions } = order;
  const t = useText(rescheduleStrings);
  const manage = useText(aftersaleStrings);
  const strength = useLoginStrength();
  const [, navigate] = useLocation();
  const [attempt, setAttempt] = useState(0);
  const found = reply.ticket_order._data[0];
  const place = { order_id: access.ticket_order_id, event_session_id };
  const visit = movableVisit(reply, place, actions.ticket._data);
  // The order's own page asks members to log out if it is somebody else's order.
  const isOthers = !found || (strength !== "none" && found.identity_id === null);
  const orderPath = managePaths.order(access);
  useEffect(() => {
    if (isOthers) navigate(orderPath, { replace: true });
  }, [isOthers, navigate, orderPath]);
  if (isOthers) return <OrderSkeleton />;
  if (!visit || visit.tickets.length === 0)
    return (
      <MessagePage
        title={t("move.impossible")}
        actions={
          <Link href={orderPath} {...buttonAttributes({ kind: "primary" })}>
            {manage("manage.back")}
          </Link>
        }
      >
        {manage("manage.reschedule")}
        <ContactLinks />
      </MessagePage>
    );
  return (
    <RescheduleForm
      key={attempt}
      order={order}
      cart_id={found.cart_id}
      visit={visit}
      hasFocus={attempt > 0}
      onRestart={() => setAttempt((before) => before + 1)}
    />
  );
}
