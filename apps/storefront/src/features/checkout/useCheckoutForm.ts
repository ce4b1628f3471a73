import { useEffect, useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import type { IdentityInput } from "@foyer/contract/identity.ts";
import { defaultIdentityFields, identityProblems, type Answers, type Problem } from "@foyer/rules/identityForm.ts";
import { focusFirstError } from "../../shared/focusFirstError.ts";
import { useSeller } from "../../shared/seller.tsx";
import { cardProblems, digitsOf, noCard, wireExpiry, type Card, type CardProblem } from "./card.ts";
import { paymentWay } from "./paymentWay.ts";
import type { Problem as Refusal } from "./refusedWords.ts";
import type { Buying } from "./useBuy.ts";

type Errors = {
  readonly identity: readonly Problem[];
  readonly card: Partial<Record<keyof Card, CardProblem>>;
  readonly terms: boolean;
};
const noErrors: Errors = { identity: [], card: {}, terms: false };
const isClean = ({ identity, card, terms }: Errors): boolean =>
  identity.length === 0 && Object.keys(card).length === 0 && !terms;

const identityOf = (answers: Answers): IdentityInput => {
  const text = (name: string): string => String(answers[name] ?? "").trim();
  return { first_name: text("first_name"), last_name: text("last_name"), email: text("email") };
};

/** The field itself, and those that have to repeat it. */
const isAbout = (name: string, problem: Problem): boolean =>
  problem.field === name || problem.message === `${name}MustMatch`;

/** What a buyer types, kept in memory alone: it outlives a decline and nothing else. */
export const useCheckoutForm = (cart: Cart, buying: Buying, payment_id: string | undefined) => {
  const { terms } = useSeller().web;
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const [card, setCard] = useState(noCard);
  const [accepted, setAccepted] = useState(false);
  const [errors, setErrors] = useState(noErrors);
  /** Counts refused attempts: each one leads to the first error. */
  const [refusals, setRefusals] = useState(0);
  /** A payment that the bank confirmed already: no card is asked for again. */
  const [confirmed, setConfirmed] = useState<string>();
  const way = paymentWay(cart);
  const asksCard = way === "test" && confirmed === undefined;

  const refuse = (found: Errors): void => {
    setErrors(found);
    setRefusals((count) => count + 1);
  };
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  /** What the server's "no" means for the form. */
  const meet = (problem: Refusal): void => {
    if (problem.kind === "details_again") setConfirmed(payment_id);
    if (problem.kind === "said") setConfirmed(undefined);
    if (problem.kind === "terms") refuse({ ...noErrors, terms: true });
    if (problem.kind === "fields") refuse({ ...noErrors, identity: problem.fields as readonly Problem[] });
  };

  const errorsNow = (): Errors => ({
    identity: identityProblems(defaultIdentityFields, answers),
    card: asksCard ? cardProblems(card, Temporal.Now.plainDateISO().toPlainYearMonth().toString()) : {},
    terms: terms !== undefined && !accepted,
  });

  const offer = (): PaymentOffer =>
    way === "free"
      ? { gateway_id: "free", amount: "0" }
      : {
          gateway_id: "test",
          amount: cart.payment_due_by_credit_card,
          gateway_data:
            confirmed === undefined
              ? { card: { number: digitsOf(card.number), expiry: wireExpiry(card.expiry), cvc: card.cvc.trim() } }
              : { payment_id: confirmed },
        };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (buying.isBusy || way === "unsupported" || way === "unavailable") return;
    buying.clear();
    const found = errorsNow();
    if (!isClean(found)) return refuse(found);
    setErrors(noErrors);
    const purchase = {
      purchaser: {
        identity: identityOf(answers),
        ...(terms ? { terms_accepted: true as const, terms_version: terms.version } : {}),
      },
      offer: offer(),
    };
    buying.start(purchase, meet);
  };

  return {
    form,
    way,
    asksCard,
    terms,
    fields: defaultIdentityFields,
    answers,
    card,
    accepted,
    errors,
    hasErrors: !isClean(errors),
    submit,
    meet,
    answer: (name: string, value: string) => {
      setAnswers((before) => ({ ...before, [name]: value }));
      setErrors((before) => ({ ...before, identity: before.identity.filter((one) => !isAbout(name, one)) }));
    },
    changeCard: (part: Partial<Card>) => {
      setCard((before) => ({ ...before, ...part }));
      setErrors((before) => ({
        ...before,
        card: Object.fromEntries(Object.entries(before.card).filter(([name]) => !(name in part))),
      }));
    },
    accept: (agrees: boolean) => {
      setAccepted(agrees);
      if (agrees) setErrors((before) => ({ ...before, terms: false }));
    },
  };
};
