import { lazy, Suspense, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import type { RenewalOption } from "@foyer/rules/membership/renewalOptions.ts";
import { levelOptionPrice, parseMembershipAction, type LevelOption } from "@foyer/rules/membership/partyForm.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { loadChunk } from "../../../shared/loading/loadChunk.ts";
import { useMoney, useSeller } from "../../../shared/seller/seller.tsx";
import { goToNextStep } from "../../listing/upsell/goToNextStep.ts";
import { FormProblemBanner } from "../../../shared/form/FormProblemBanner.tsx";
import { FormSummary } from "../../../shared/form/FormSummary.tsx";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { Form } from "../../../shared/form/Form.tsx";
import { FormNote } from "../../../shared/form/FormNote.tsx";
import type { ReserveFormProps } from "../../reserve/form/reserveFormProps.ts";
import { stepErrorId, FormStep } from "../../../shared/form/FormStep.tsx";
import { TicketDetails } from "../../reserve/details/TicketDetails.tsx";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { useSubmitWhenReady } from "../../../shared/form/useSubmitWhenReady.ts";
import { useReserveText } from "../../reserve/text/useReserveText.ts";
import { AutoRenewChoice } from "./AutoRenewChoice.tsx";
import { GifteeFields } from "./GifteeFields.tsx";
import { LevelCards } from "./LevelCards.tsx";
import { useLevelTexts } from "./useLevelTexts.ts";
import { hasPartyQuestions, PartyFields } from "./PartyFields.tsx";
import { RenewGate } from "../renew/RenewGate.tsx";
import { SelfGiftWarning } from "./SelfGiftWarning.tsx";
import { useMembershipForm, useLevels } from "./useMembershipForm.ts";
import { useMembershipSubmit } from "./useMembershipSubmit.ts";
import { useMembershipText } from "../useMembershipText.ts";

const MembershipDialogs = lazy(() =>
  loadChunk(() => import("./MembershipDialogs.tsx")).then((module) => ({ default: module.MembershipDialogs })),
);

export type MembershipFormProps = ReserveFormProps & {
  /** The last part of the page's path: 'renew', 'gift'. */
  readonly action: string | undefined;
};

/** An event that sells memberships: becoming a member, staying one, or giving it to somebody. */
export function MembershipForm({ action: actionName, ...props }: MembershipFormProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const action = parseMembershipAction(actionName);
  const { levels, hasFailed, retry } = useLevels(props.event, action);
  if (hasFailed)
    return (
      <Banner tone="error" action={<Button onClick={retry}>{t("membership.again")}</Button>}>
        {t("membership.failed")}
      </Banner>
    );
  if (!levels) return <Skeleton shape="tile" count={3} />;
  if (levels.length === 0)
    return (
      <Banner tone="warning" action={<Link href={paths.events()}>{reserve("event.back")}</Link>}>
        {action === "gift" ? t("membership.level.none") : reserve("event.unavailable")}
      </Banner>
    );
  if (action !== "renew") return <MembershipFields key={action} {...props} levels={levels} action={action} />;
  return (
    <RenewGate event={props.template}>
      {(renewal) => (
        <MembershipFields key={renewal.lead.id} {...props} levels={levels} action="renew" renewal={renewal} />
      )}
    </RenewGate>
  );
}

const formId = "membership";

type MembershipFieldsProps = ReserveFormProps & {
  readonly levels: readonly LevelOption[];
  readonly action: MembershipAction;
  readonly renewal?: RenewalOption<Membership>;
};

function MembershipFields({ template, levels, action, renewal, cartButton, onSkip }: MembershipFieldsProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const money = useMoney();
  const levelTexts = useLevelTexts();
  const { default_currency_code: currency } = useSeller();
  const chosen = useMembershipForm({ levels, action, renewal });
  const { level, party, giftee, details, missing, price, autoRenew } = chosen;
  const [shownMissing, setShownMissing] = useState<typeof missing>();
  const form = useRef<HTMLFormElement>(null);
  const leadToError = useFocusFirstError(() => form.current);

  const submitting = useMembershipSubmit({
    buildRequest: () =>
      level && {
        action,
        level,
        typed: party.typed,
        renews_id: renewal?.lead.id,
        giftee: action === "gift" ? giftee.typed : undefined,
        auto_renew: chosen.auto_renew,
        additionalInfo: details.request.additionalInfo,
      },
    doneMessage: t(`membership.done.${action}`),
    showRefusal: (refused) => {
      if (refused.code === "gift_to_oneself") giftee.rejectSelf();
      else if (!party.showRefusal(refused) && !details.showRefusal(refused)) return false;
      leadToError();
      return true;
    },
    proceed: (navigation, reply) =>
      goToNextStep(navigation, { event: template, reply, isAnchored: false, isGift: action === "gift" }),
  });
  const { isBusy, problem, clear } = submitting;

  const send = () => {
    party.showProblems();
    if (action === "gift") giftee.showProblems();
    details.showProblems();
    const isWrong =
      party.problems.length > 0 || (action === "gift" && giftee.problems.length > 0) || details.isIncomplete;
    if (isWrong) return leadToError();
    submitting.submit();
  };
  const readySubmit = useSubmitWhenReady(details, send);
  const isDisabled = isBusy || readySubmit.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isDisabled) return;
    clear();
    setShownMissing(missing);
    if (missing) return leadToError();
    readySubmit.submit();
  };

  const isLevelMissing = shownMissing === "level" && missing === "level";
  const hasMembers = level !== undefined && hasPartyQuestions(level, party.typed.counts);
  const total = money(toDecimal(price.price + price.fees, currency));
  const fees =
    price.fees > 0 ? reserve("reserve.total.fees", { fees: money(toDecimal(price.fees, currency)) }) : undefined;
  const label = t(levels.length > 1 ? "membership.level" : "membership.level.only");
  return (
    <>
      <Form id={formId} ref={form} aria-label={label} onSubmit={onSubmit}>
        <FormStep name="level" heading={label} error={isLevelMissing ? t("membership.missing.level") : undefined}>
          <LevelCards
            label={label}
            cards={levels.map((one) => ({
              level: one,
              ...levelOptionPrice(
                one,
                one.group.id === level?.group.id && action !== "gift" ? party.typed.counts : {},
                currency,
              ),
              dates: levelTexts.dates(one, action),
            }))}
            chosen={level?.group.id}
            onChoose={(id) => {
              clear();
              readySubmit.forget();
              chosen.choose(id);
            }}
            isInvalid={isLevelMissing}
            describedBy={isLevelMissing ? stepErrorId("level") : undefined}
          />
        </FormStep>
        {action === "gift" && (
          <FormStep name="giftee" heading={t("membership.giftee")}>
            {giftee.isSelf && <SelfGiftWarning eventId={template.id} />}
            <GifteeFields giftee={giftee} />
          </FormStep>
        )}
        {hasMembers && (
          <FormStep
            name="members"
            heading={t("membership.members")}
            error={shownMissing === "members" && missing === "members" ? t("membership.missing.members") : undefined}
          >
            <PartyFields level={level} party={party} />
          </FormStep>
        )}
        {level && autoRenew === "ask" && (
          <AutoRenewChoice isChosen={chosen.isAutoRenewed} onChoose={chosen.setAutoRenewed} />
        )}
        <TicketDetails details={details} />
        {level?.group.level?.physical_card && <FormNote>{t("membership.physical_card")}</FormNote>}
        <FormSummary
          problem={problem && <FormProblemBanner problem={problem} />}
          total={total}
          fees={fees}
          isBusy={isDisabled}
          submit={t("membership.submit")}
        />
      </Form>
      {submitting.hadQuestion && (
        <Suspense>
          <MembershipDialogs submitting={submitting} />
        </Suspense>
      )}
      <FormFooter
        form={formId}
        submit={t("membership.submit")}
        total={total}
        fees={fees}
        isBusy={isDisabled}
        cartButton={cartButton}
        onSkip={onSkip}
      />
    </>
  );
}
