import { calls, actionsReply, address, changeReply, eventAnswers, orderReply, presentSession } from "./fixtures.ts";
import { fakeApi, orderId, showPage } from "../cart/fixtures.tsx";
import { ReschedulePanel } from "../../src/features/aftersale/reschedule/ReschedulePanel.tsx";

/** Opens the page that moves the tickets of the order in the fixtures. */
export const openReschedule = async (
  answers: Parameters<typeof fakeApi>[0] = {},
  { seller = {}, path = address() } = {},
) => {
  const sent = fakeApi({
    ...eventAnswers,
    [calls.order]: () => orderReply(),
    [calls.actions]: () => actionsReply(),
    [calls.openLinked]: () => changeReply({ due: "5.00" }),
    ...answers,
  });
  const shown = await showPage(<ReschedulePanel id={orderId} event_session_id={presentSession} />, { path, seller });
  return { sent, ...shown };
};
