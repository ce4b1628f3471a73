import { useState } from "react";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { GatewayForm, GatewayFormOptions } from "../pageGateway.ts";
import { digitsOf, emptyCard, findCardProblems, toWireExpiry, type CardProblem, type TestCard } from "./testCard.ts";
import { TestCardFields } from "./TestCardFields.tsx";

/** The typed test card. */
export const useTestCardForm = ({
  isActive,
  needsDetails,
  remaining,
  currency,
  isAutoRenewed,
}: GatewayFormOptions): GatewayForm => {
  const [card, setCard] = useState(emptyCard);
  const [problems, setProblems] = useState<Partial<Record<keyof TestCard, CardProblem>>>({});
  /** Each payment has its own fields, so that the list of test cards closes after it. */
  const [payments, setPayments] = useState(0);
  const asksForCard = isActive && needsDetails;

  const findProblems = () =>
    asksForCard ? findCardProblems(card, Temporal.Now.plainDateISO().toPlainYearMonth().toString()) : {};
  const update = (part: Partial<TestCard>): void => {
    setCard((before) => ({ ...before, ...part }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))));
  };
  return {
    fields: asksForCard && <TestCardFields key={payments} card={card} problems={problems} onChange={update} />,
    isReady: true,
    hasFailed: false,
    wallet: undefined,
    needsAddress: false,
    hasProblems: Object.keys(problems).length > 0,
    isComplete: Object.keys(findProblems()).length === 0,
    check: () => {
      const found = findProblems();
      setProblems(found);
      return Object.keys(found).length === 0;
    },
    submit: async () => undefined,
    offer: async () => ({
      gateway_id: "test",
      amount: toDecimal(remaining, currency),
      gateway_data: {
        card: { number: digitsOf(card.number), expiry: toWireExpiry(card.expiry), cvc: card.cvc.trim() },
      },
      ...(isAutoRenewed && { auto_renew: true }),
    }),
    handleNextAction: undefined,
    clear: () => {
      setCard(emptyCard);
      setProblems({});
      setPayments((count) => count + 1);
    },
  };
};
