import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { EventTemplate } from "@foyer/contract/catalog.ts";
import { isOpen } from "@foyer/rules/sessions.ts";
import { fromWire, toWire } from "@foyer/rules/money.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Refused } from "../../api/call.ts";
import { useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { useModifyCart } from "../cart/cart.queries.ts";
import { useOnward } from "../listing/useOnward.ts";
import { calendarQuery, distrustCaches, eventKey, sessionsQuery } from "./reserve.queries.ts";
import { reserveStrings } from "./reserve.strings.ts";
import type { Reserve } from "./useReserve.ts";

/** Refusals that a visitor may well run into (document 2 §8.2): said where they are, and the form goes on. */
const expected: ReadonlySet<string> = new Set([
  "max_tickets_per_order_exceeded:reserve",
  "min_tickets_per_order_not_met:reserve",
  "rule_blocks_reserve:checkout_rules",
  "event_session_sold_out:reserve",
  "member_limit_exceeded:reserve",
  "ticket_group_capacity_exceeded:reserve",
  "session_capacity_exceeded:reserve",
  "invalid_citypass",
  "ticket_group_sold_out",
  "code_exhausted",
]);
const isExpected = (error: Refused): boolean => expected.has(error.key) || expected.has(error.code);

/** What came of a reservation that did not come about. */
export type Problem = { readonly kind: "expected" | "unexpected"; readonly text: string };

/** Puts what is chosen into the cart and moves on; knows what to do when it has just been sold. */
export const useSubmit = (reserve: Reserve, event: EventTemplate, onSoldOut: (step: "date" | "session") => void) => {
  const client = useQueryClient();
  const announce = useAnnounce();
  const seller = useSeller();
  const t = useText(reserveStrings);
  const shared = useText(sharedStrings);
  const { afterReserve } = useOnward();
  const modify = useModifyCart();
  const [problem, setProblem] = useState<Problem>();
  const [isLooking, setLooking] = useState(false);

  const soldOut = async (): Promise<void> => {
    const { session, day, at } = reserve;
    if (!session || day === undefined) return;
    const sessions = await client.fetchQuery({ ...sessionsQuery(at, day), staleTime: 0 });
    const hasOther = sessions.some((one) => one.id !== session.id && isOpen(one));
    if (!hasOther) await client.fetchQuery({ ...calendarQuery(at), staleTime: 0 });
    reserve.act({ type: "sold out", day, session, sessions });
    onSoldOut(hasOther ? "session" : "date");
    void client.refetchQueries({ queryKey: eventKey(event.id), type: "active", stale: true });
  };

  const refused = async (error: unknown): Promise<void> => {
    setLooking(true);
    try {
      await distrustCaches(client, event.id);
      if (error instanceof Refused && error.key === "event_session_sold_out:reserve" && reserve.session)
        return await soldOut();
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

  const submit = (): void => {
    setProblem(undefined);
    modify.mutate(
      { add: [ticketsWanted(reserve, event.id, seller.default_currency_code)], reserve: true },
      {
        onError: (error) => void refused(error),
        onSuccess: (reply) => {
          announce(t("reserve.done"));
          void client.invalidateQueries({ queryKey: eventKey(event.id) });
          void afterReserve({ event, reply, isAnchored: reserve.isAnchored, isGift: false });
        },
      },
    );
  };

  return { submit, isBusy: modify.isPending || isLooking, problem, clear: () => setProblem(undefined) };
};

const ticketsWanted = ({ session, choices, prices }: Reserve, event_template_id: string, currency: string) => ({
  event_template_id,
  ...(session ? { event_session_id: session.id } : {}),
  ticket_types_required: (choices ?? [])
    .flatMap(({ types }) => types)
    .filter(({ quantity }) => quantity > 0)
    .map(({ type, quantity, flexible }) => ({
      ticket_type_id: type.id,
      quantity,
      ...(flexible ? { face_value: toWire(fromWire((prices[type.id] ?? "").trim(), currency) ?? 0, currency) } : {}),
    })),
});
