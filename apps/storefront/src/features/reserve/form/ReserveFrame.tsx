import { type ReactNode } from "react";
import { Link } from "wouter";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { sharedStrings } from "../../../shared/text/shared.strings.ts";
import { useDateFormats } from "../../../shared/format/dateFormats.ts";
import { Form } from "../../../shared/form/Form.tsx";
import { lazyTicketSteps } from "./lazyTicketSteps.ts";
import type { ReserveFormState, FormFrame } from "./reserveFormState.ts";
import { FormProblemBanner } from "../../../shared/form/FormProblemBanner.tsx";
import { FormSummary } from "../../../shared/form/FormSummary.tsx";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { SubmitDialogs } from "../submit/SubmitDialogs.tsx";
import { prefetchSubmit } from "../submit/useSubmit.ts";
import { noticeText, useReserveText } from "../text/useReserveText.ts";
import { useReserveSubmission, reserveFormId, type ReserveSubmissionOptions } from "./useReserveSubmission.ts";

const emptyBasket = { total: 0, fees: 0 };

export type ReserveFrameProps = Omit<ReserveSubmissionOptions, "isLoading"> & {
  /** The form cannot be submitted while days or sessions are being loaded. */
  readonly isLoading?: boolean;
  /** Another button is the primary one. */
  readonly isSecondary?: boolean;
  /** The price depends on a time that is not chosen yet. */
  readonly isPricePending?: boolean;
  readonly cartButton?: ReactNode;
  readonly onSkip?: (() => void) | undefined;
  readonly children: (frame: FormFrame) => ReactNode;
};

/** The frame of every reserve form: messages above and below the steps, the total, the button, the footer on phones. */
export function ReserveFrame({
  reserve,
  act,
  template,
  details,
  seats,
  goTo,
  isLoading = false,
  isSecondary = false,
  isPricePending = false,
  cartButton,
  onSkip,
  children,
}: ReserveFrameProps) {
  const t = useReserveText();
  const shared = useText(sharedStrings);
  const when = useDateFormats();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const { submitting, link, frame, isBlocked, onSubmit } = useReserveSubmission({
    reserve,
    act,
    template,
    details,
    seats,
    goTo,
    isLoading,
  });
  const { problem } = submitting;

  const { basket = emptyBasket } = reserve;
  const total = isPricePending ? "–" : money(toDecimal(basket.total, currency));
  const fees =
    basket.fees > 0 && !isPricePending
      ? t("reserve.total.fees", { fees: money(toDecimal(basket.fees, currency)) })
      : undefined;

  const linkMessages = [
    ...reserve.linkProblems.map((found) => linkProblemText(found, t)),
    ...(reserve.notice ? [noticeText(reserve.notice, t, when)] : []),
  ];
  if (link.isRefused)
    return (
      <Banner tone="warning" action={<Link href={paths.allEvents()}>{t("event.back")}</Link>}>
        {problem?.text ?? linkMessages[0] ?? t("event.unavailable")}
      </Banner>
    );
  return (
    <>
      <Form
        id={reserveFormId}
        aria-label={t("reserve.title")}
        data-seating={seats.selector !== "closed" || undefined}
        onSubmit={onSubmit}
        // Loads the code of the next steps when the form gets the pointer or focus.
        onPointerEnter={prefetchNextSteps}
        onFocus={prefetchNextSteps}
      >
        {link.shownProblems.map((found) => (
          <Banner key={found} tone="warning">
            {linkProblemText(found, t)}
          </Banner>
        ))}
        {reserve.notice && <Banner tone="warning">{noticeText(reserve.notice, t, when)}</Banner>}
        {reserve.hasFailed && <Banner tone="error">{shared("error.wrong")}</Banner>}
        {children(frame)}
        <FormSummary
          problem={problem && !link.isSilent && <FormProblemBanner problem={problem} />}
          total={total}
          fees={fees}
          isBusy={isBlocked}
          isSecondary={isSecondary}
          submit={t("reserve.submit")}
        />
      </Form>
      <SubmitDialogs submitting={submitting} choices={reserve.choices ?? []} />
      <FormFooter
        form={reserveFormId}
        total={total}
        fees={fees}
        isBusy={isBlocked}
        isSecondary={isSecondary}
        cartButton={cartButton}
        onSkip={onSkip}
      />
    </>
  );
}

/** Loads the code of the later steps and of the submission. */
export const prefetchNextSteps = (): void => {
  void lazyTicketSteps.load().catch(() => undefined);
  prefetchSubmit();
};

const linkProblemText = (
  problem: ReserveFormState["linkProblems"][number],
  t: ReturnType<typeof useReserveText>,
): string => t(problem === "unavailable_on_date" ? "reserve.date_unavailable" : `reserve.${problem}`);
