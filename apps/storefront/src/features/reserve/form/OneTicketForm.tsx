import { useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { selectionLines } from "@foyer/rules/reserve/ticketChoices.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useMoney, useSeller } from "../../../shared/seller/seller.tsx";
import { AmountChoice } from "../../../shared/form/amount/AmountChoice.tsx";
import { FormProblemBanner } from "../../../shared/form/problems/FormProblemBanner.tsx";
import { useGoToStep } from "../../../shared/form/formAction.ts";
import { usePublishSelection, type FormSelection } from "../../../shared/form/formSelection.ts";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { SkipButton } from "../../../shared/form/SkipButton.tsx";
import { Form } from "../../../shared/form/Form.tsx";
import type { ReserveFormProps } from "./reserveFormProps.ts";
import { stepErrorId, FormStep } from "../../../shared/form/FormStep.tsx";
import { SubmitDialogs } from "../submit/SubmitDialogs.tsx";
import { TicketDetails } from "../details/TicketDetails.tsx";
import { useFocusFirstError } from "../../../shared/form/problems/useFocusFirstError.ts";
import { useOneTicket } from "./useOneTicket.ts";
import { prefetchSubmit, useSubmit } from "../submit/useSubmit.ts";
import { useSubmitWhenReady } from "../../../shared/form/useSubmitWhenReady.ts";
import { useTicketDetails } from "../details/useTicketDetails.ts";
import { useFeeLines } from "../panel/useFeeLines.ts";
import { useDeferredText } from "../text/useDeferredText.ts";

const formId = "reserve";
const noop = () => undefined;

type OneTicketSummary = Pick<FormSelection, "action" | "isBusy"> & { readonly name: string };

/** Shows the chosen amount in the summary beside the form, and returns the texts of the footer. */
const useOneTicketSummary = (
  { choices, prices, basket }: ReturnType<typeof useOneTicket>,
  { name, action, isBusy }: OneTicketSummary,
): { readonly total: string | undefined; readonly notes: readonly string[] } => {
  const t = useDeferredText();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const isPriced = basket.total > 0;
  const total = isPriced ? money(toDecimal(basket.total, currency)) : undefined;
  const fees = useFeeLines(basket.fees);
  usePublishSelection({
    form: formId,
    heading: t("reserve.panel.order"),
    when: undefined,
    lines: [
      ...selectionLines(choices, prices, currency).map(({ ticket_type_id, price }) => ({
        id: ticket_type_id,
        label: name,
        amount: isPriced ? money(toDecimal(price, currency)) : "",
      })),
      ...fees.lines,
    ],
    total,
    action,
    isBusy,
  });
  return { total, notes: fees.note };
};

/** The form of a donation or gift card: an amount, and optionally a recipient. */
export function OneTicketForm({ event, template, cartButton, onSkip }: ReserveFormProps) {
  const t = useDeferredText();
  const oneTicket = useOneTicket(event);
  const { kind, isClosed, choices, chosen, choose, prices, missing } = oneTicket;
  const details = useTicketDetails({ event: template, choices, purpose: kind });
  const submitting = useSubmit({
    reserve: {
      day: undefined,
      session: undefined,
      choices,
      prices,
      isAnchored: false,
      act: noop,
    },
    event: template,
    details,
    doneText: t(`one_ticket.${kind}.done`),
  });
  const { submit, isBusy, problem, clear } = submitting;
  const [shownError, setShownError] = useState<typeof missing>();
  const form = useRef<HTMLFormElement>(null);

  const goToStep = useGoToStep();
  const focusError = useFocusFirstError(() => form.current);
  const send = () => {
    details.showProblems();
    if (details.isIncomplete) return focusError();
    submit();
  };
  const deferred = useSubmitWhenReady(details, send);
  const isBlocked = isBusy || deferred.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isBlocked || goToStep(submitted)) return;
    setShownError(missing);
    if (missing) return focusError();
    deferred.submit();
  };

  const label = t(`one_ticket.${kind}.choose`);
  const action = missing === "amount" ? { label, step: missing } : { label: t("one_ticket.submit") };
  const { total, notes } = useOneTicketSummary(oneTicket, { name: template.name, action, isBusy: isBlocked });
  if (isClosed)
    return (
      <Banner tone="warning" action={<Link href={paths.allEvents()}>{t("event.back")}</Link>}>
        {t("event.unavailable")}
      </Banner>
    );
  const isMissing = shownError === "amount" && missing === "amount";
  return (
    <>
      <Form
        id={formId}
        ref={form}
        aria-label={label}
        onSubmit={onSubmit}
        onPointerEnter={prefetchSubmit}
        onFocus={prefetchSubmit}
      >
        <FormStep name="amount" heading={label} error={isMissing ? t(`one_ticket.${kind}.missing`) : undefined}>
          <AmountChoice
            label={label}
            choices={choices}
            chosen={chosen}
            isInvalid={isMissing}
            describedBy={isMissing ? stepErrorId("amount") : undefined}
            isPriceInvalid={missing === "price"}
            isSubmitted={shownError === "price"}
            onChoose={(next) => {
              clear();
              deferred.forget();
              choose(next);
            }}
          />
        </FormStep>
        <TicketDetails details={details} />
        {problem && <FormProblemBanner problem={problem} />}
      </Form>
      <SubmitDialogs submitting={submitting} choices={choices} />
      <FormFooter
        form={formId}
        action={action}
        price={total}
        notes={notes}
        isBusy={isBlocked}
        cartButton={cartButton}
        skip={onSkip && <SkipButton onSkip={onSkip} />}
      />
    </>
  );
}
