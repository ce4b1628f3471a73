import type { DeskOrder } from "@foyer/contract/office/orders/deskOrder.ts";
import { answerText } from "@foyer/rules/orders/answerText.ts";
import type { ChangedOrder } from "../../../modules/cart/change/readChangedOrder.ts";

type AskedTicket = Pick<ChangedOrder["tickets"][number], "ticket_group_id" | "group_name" | "survey" | "state">;

/** Survey answers with the question's title, if the survey still has it; those about cancelled tickets last. */
export const presentAnswers = (
  answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  { tickets }: { readonly tickets: readonly AskedTicket[] },
): DeskOrder["answers"] =>
  Object.entries(answers)
    .flatMap(([ticket_group_id, given]) => {
      const ofGroup = tickets.filter((ticket) => ticket.ticket_group_id === ticket_group_id);
      const [asked] = ofGroup;
      return Object.entries(given).map(([key, answer]) => ({
        ticket_group_id,
        group: asked?.group_name ?? "",
        question: asked?.survey?.properties[key]?.title ?? key,
        answer: answerText(answer),
        is_past: ofGroup.every(({ state }) => state === "cancelled"),
      }));
    })
    .toSorted((one, other) => Number(one.is_past) - Number(other.is_past));
