import { lazy, Suspense, useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { MembershipAction } from "@foyer/contract/level.ts";
import type { Membership } from "@foyer/contract/membership.ts";
import type { Renewal } from "@foyer/rules/renewals.ts";
import { levelPrice, memberAction, type Level } from "@foyer/rules/membershipForm.ts";
import { toWire } from "@foyer/rules/money.ts";
import { Banner } from "@foyer/ui/Banner.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { paths } from "../../shared/paths.ts";
import { loadChunk } from "../../shared/loadChunk.ts";
import { useMoney, useSeller } from "../../shared/seller.tsx";
import { afterReserve } from "../listing/onward.ts";
import { ProblemSaid } from "../reserve/ProblemSaid.tsx";
import { ReserveEnd } from "../reserve/ReserveEnd.tsx";
import { ReserveFooter } from "../reserve/ReserveFooter.tsx";
import css from "../reserve/ReserveForm.module.css";
import type { ReserveFormProps } from "../reserve/ReserveForm.tsx";
import { errorOf, Step } from "../reserve/Step.tsx";
import { TicketDetails } from "../reserve/TicketDetails.tsx";
import { useLeadToError } from "../reserve/useLeadToError.ts";
import { useSendOnceReady } from "../reserve/useSendOnceReady.ts";
import { useReserveText } from "../reserve/words.ts";
import { AutoRenewChoice } from "./AutoRenewChoice.tsx";
import { GifteeFields } from "./GifteeFields.tsx";
import { LevelCards } from "./LevelCards.tsx";
import { useLevelWords } from "./levelWords.ts";
import { asksParty, PartyFields } from "./PartyFields.tsx";
import { RenewGate } from "./RenewGate.tsx";
import { SelfNote } from "./SelfNote.tsx";
import { useMembershipForm, useLevels } from "./useMembershipForm.ts";
import { useMembershipSubmit } from "./useMembershipSubmit.ts";
import { useMembershipText } from "./useMembershipText.ts";

const MembershipDialogs = lazy(() =>
  loadChunk(() => import("./MembershipDialogs.tsx")).then((module) => ({ default: module.MembershipDialogs })),
);

export type MembershipFormProps = ReserveFormProps & {
  /** The last part of the page's path: 'renew', 'gift'. */
  readonly action: string | undefined;
};

/** An event that sells memberships: becoming a member, staying one, or giving it to somebody. */
export function MembershipForm({ action: word, ...props }: MembershipFormProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const action = memberAction(word);
  const { levels, hasFailed, again } = useLevels(props.event, action);
  if (hasFailed)
    return (
      <Banner tone="error" action={<Button onClick={again}>{t("membership.again")}</Button>}>
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
  if (action !== "renew") return <Fields key={action} {...props} levels={levels} action={action} />;
  return (
    <RenewGate event={props.template}>
      {(renewal) => <Fields key={renewal.lead.id} {...props} levels={levels} action="renew" renewal={renewal} />}
    </RenewGate>
  );
}

const formId = "membership";

type FieldsProps = ReserveFormProps & {
  readonly levels: readonly Level[];
  readonly action: MembershipAction;
  readonly renewal?: Renewal<Membership>;
};

function Fields({ template, levels, action, renewal, cartButton, onSkip }: FieldsProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const money = useMoney();
  const words = useLevelWords();
  const { default_currency_code: currency } = useSeller();
  const chosen = useMembershipForm({ levels, action, renewal });
  const { level, party, giftee, details, missing, price, autoRenew } = chosen;
  const [said, setSaid] = useState<typeof missing>();
  const form = useRef<HTMLFormElement>(null);
  const leadToError = useLeadToError(() => form.current);

  const submitting = useMembershipSubmit({
    wanted: () =>
      level && {
        action,
        level,
        typed: party.typed,
        renews_id: renewal?.lead.id,
        giftee: action === "gift" ? giftee.typed : undefined,
        auto_renew: chosen.auto_renew,
        additionalInfo: details.request.additionalInfo,
      },
    done: t(`membership.done.${action}`),
    refuse: (refused) => {
      if (refused.code === "gift_to_oneself") giftee.refuseSelf();
      else if (!party.refuse(refused) && !details.refuse(refused)) return false;
      leadToError();
      return true;
    },
    lead: (house, reply) =>
      afterReserve(house, { event: template, reply, isAnchored: false, isGift: action === "gift" }),
  });
  const { isBusy, problem, clear } = submitting;

  const send = () => {
    party.say();
    if (action === "gift") giftee.say();
    details.say();
    const isWrong = party.problems.length > 0 || (action === "gift" && giftee.problems.length > 0) || details.isLacking;
    if (isWrong) return leadToError();
    submitting.submit();
  };
  const once = useSendOnceReady(details, send);
  const isHeld = isBusy || once.isWaiting;
  const onSubmit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (isHeld) return;
    clear();
    setSaid(missing);
    if (missing) return leadToError();
    once.submit();
  };

  const isLevelMissing = said === "level" && missing === "level";
  const hasMembers = level !== undefined && asksParty(level, party.typed.counts);
  const total = money(toWire(price.price + price.fees, currency));
  const fees =
    price.fees > 0 ? reserve("reserve.total.fees", { fees: money(toWire(price.fees, currency)) }) : undefined;
  const label = t(levels.length > 1 ? "membership.level" : "membership.level.only");
  return (
    <>
      <form id={formId} ref={form} className={css.form} aria-label={label} noValidate onSubmit={onSubmit}>
        <Step name="level" heading={label} error={isLevelMissing ? t("membership.missing.level") : undefined}>
          <LevelCards
            label={label}
            cards={levels.map((one) => ({
              level: one,
              ...levelPrice(
                one,
                one.group.id === level?.group.id && action !== "gift" ? party.typed.counts : {},
                currency,
              ),
              dates: words.dates(one, action),
            }))}
            chosen={level?.group.id}
            onChoose={(id) => {
              clear();
              once.forget();
              chosen.choose(id);
            }}
            isInvalid={isLevelMissing}
            describedBy={isLevelMissing ? errorOf("level") : undefined}
          />
        </Step>
        {action === "gift" && (
          <Step name="giftee" heading={t("membership.giftee")}>
            {giftee.isSelf && <SelfNote eventId={template.id} />}
            <GifteeFields giftee={giftee} />
          </Step>
        )}
        {hasMembers && (
          <Step
            name="members"
            heading={t("membership.members")}
            error={said === "members" && missing === "members" ? t("membership.missing.members") : undefined}
          >
            <PartyFields level={level} party={party} />
          </Step>
        )}
        {level && autoRenew === "ask" && (
          <AutoRenewChoice isChosen={chosen.isAutoRenewed} onChoose={chosen.setAutoRenewed} />
        )}
        <TicketDetails details={details} />
        {level?.group.level?.physical_card && <p className={css.said}>{t("membership.physical_card")}</p>}
        <ReserveEnd
          said={problem && <ProblemSaid problem={problem} />}
          total={total}
          fees={fees}
          isBusy={isHeld}
          submit={t("membership.submit")}
        />
      </form>
      {submitting.wasAsked && (
        <Suspense>
          <MembershipDialogs submitting={submitting} />
        </Suspense>
      )}
      <ReserveFooter
        form={formId}
        submit={t("membership.submit")}
        total={total}
        fees={fees}
        isBusy={isHeld}
        cartButton={cartButton}
        onSkip={onSkip}
      />
    </>
  );
}
