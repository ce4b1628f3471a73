import { Link } from "wouter";
import type { MembershipAction } from "@foyer/contract/shop/membershipLevel.ts";
import type { Membership } from "@foyer/contract/shop/membership.ts";
import type { RenewalOption } from "@foyer/rules/membership/renewalOptions.ts";
import { levelOptionPrice, parseMembershipAction, type LevelOption } from "@foyer/rules/membership/party/partyForm.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { lazyComponent } from "../../../shared/loading/lazyComponent.ts";
import { LoadedPart } from "../../../shared/loading/LoadedPart.tsx";
import { LoadingNotice } from "../../../shared/loading/LoadingNotice.tsx";
import { useMoney, useSeller } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { goToNextStep } from "../../listing/upsell/goToNextStep.ts";
import type { ReserveFormProps } from "../../reserve/form/reserveFormProps.ts";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import { useReserveText } from "../../reserve/text/useReserveText.ts";
import { AutoRenewChoice } from "./AutoRenewChoice.tsx";
import { GifteeFields } from "./GifteeFields.tsx";
import type { LevelCard } from "./LevelCards.tsx";
import { LevelForm } from "./LevelForm.tsx";
import { LevelsFailed } from "./LevelsFailed.tsx";
import { useLevelTexts } from "./useLevelTexts.ts";
import { RenewalChoice } from "../renew/RenewalChoice.tsx";
import { SelfGiftWarning } from "./SelfGiftWarning.tsx";
import { useLevelForm } from "./useLevelForm.ts";
import { useMembershipForm, useLevels, type MembershipFormState } from "./useMembershipForm.ts";
import { useMembershipText } from "../useMembershipText.ts";

const lazyMembershipDialogs = lazyComponent(
  ["src/features/membership/form/MembershipDialogs.tsx"],
  () => import("./MembershipDialogs.tsx"),
);

export type MembershipFormProps = ReserveFormProps & {
  /** The last segment of the page's path: 'renew', 'gift' or none. */
  readonly action: string | undefined;
};

/** The form of an event that sells memberships: to join, renew or give one. */
export function MembershipForm({ action: actionName, ...props }: MembershipFormProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const action = parseMembershipAction(actionName);
  const { levels, hasFailed, retry } = useLevels(props.event, action);
  if (hasFailed) return <LevelsFailed onAgain={retry} />;
  if (!levels) return <Skeleton shape="tile" count={3} />;
  if (levels.length === 0)
    return (
      <Banner tone="warning" action={<Link href={paths.allEvents()}>{reserve("event.back")}</Link>}>
        {action === "gift" ? t("membership.level.none") : reserve("event.unavailable")}
      </Banner>
    );
  if (action !== "renew") return <MembershipFields key={action} {...props} levels={levels} action={action} />;
  return (
    <RenewalChoice event={props.template}>
      {(renewal) => (
        <MembershipFields key={renewal.primary.id} {...props} levels={levels} action="renew" renewal={renewal} />
      )}
    </RenewalChoice>
  );
}

type MembershipFieldsProps = ReserveFormProps & {
  readonly levels: readonly LevelOption[];
  readonly action: MembershipAction;
  readonly renewal?: RenewalOption<Membership>;
};

function MembershipFields({ template, levels, action, renewal, cartButton, onSkip }: MembershipFieldsProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const money = useMoney();
  const { default_currency_code: currency } = useSeller();
  const chosen = useMembershipForm({ levels, action, renewal });
  const { level, party, details, price, autoRenew } = chosen;
  const isGift = action === "gift";
  const hasAutoRenewal = renewal?.primary.auto_renew_state === "scheduled";
  const giftee = isGift ? chosen.giftee : undefined;
  const { form, submitting, isBusy, onSubmit, missing, reset } = useLevelForm({
    party,
    details,
    giftee,
    missing: chosen.missing,
    buildRequest: () =>
      level && {
        action,
        level,
        typed: party.typed,
        renews_id: renewal?.primary.id,
        giftee: giftee?.typed,
        auto_renew: chosen.auto_renew,
        additionalInfo: details.request.additionalInfo,
      },
    doneMessage: t(`membership.done.${action}`),
    proceed: (context, reply) => goToNextStep(context, { event: template, reply, isAnchored: false, isGift }),
  });
  const heading = t(levels.length > 1 ? "membership.level" : "membership.level.only");
  return (
    <LevelForm
      id="membership"
      ref={form}
      label={heading}
      levelHeading={heading}
      cards={useMembershipCards(chosen, action, renewal?.primary.is_expired)}
      level={level}
      onChoose={(id) => {
        reset();
        chosen.choose(id);
      }}
      {...{ party, details, missing, isBusy, onSubmit, cartButton, onSkip }}
      problem={submitting.problem}
      submitLabel={t("membership.submit")}
      total={money(toDecimal(price.price + price.fees, currency))}
      fees={
        price.fees > 0 ? reserve("reserve.total.fees", { fees: money(toDecimal(price.fees, currency)) }) : undefined
      }
      afterLevel={
        giftee && (
          <FormStep name="giftee" heading={t("membership.giftee")}>
            {giftee.isSelf && <SelfGiftWarning eventId={template.id} />}
            <GifteeFields giftee={giftee} />
          </FormStep>
        )
      }
      afterMembers={
        level &&
        (autoRenew === "ask" || (autoRenew === "never" && hasAutoRenewal)) && (
          <AutoRenewChoice
            isOffered={autoRenew === "ask"}
            hasAutoRenewal={hasAutoRenewal}
            isChosen={chosen.isAutoRenewed}
            onChoose={chosen.setAutoRenewed}
          />
        )
      }
      dialogs={
        submitting.hadQuestion && (
          <LoadedPart part={lazyMembershipDialogs} placeholder={<LoadingNotice />}>
            {(part) => <part.MembershipDialogs submitting={submitting} />}
          </LoadedPart>
        )
      }
    />
  );
}

/** The cards of the levels. Only the chosen level's price depends on its members, and a gift's never does. */
const useMembershipCards = (
  { levels, level, party }: MembershipFormState,
  action: MembershipAction,
  isExpired?: boolean,
): readonly LevelCard[] => {
  const levelTexts = useLevelTexts();
  const coins = useCoins();
  return levels.map((one) => ({
    level: one,
    ...levelOptionPrice(one, one.group.id === level?.group.id && action !== "gift" ? party.typed.counts : {}, coins),
    dates: levelTexts.dates(one, action, isExpired),
  }));
};
