import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { CodeLookup } from "@foyer/contract/shop/codes.ts";
import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { redeemableLevels } from "@foyer/rules/membership/gift.ts";
import {
  defaultLevel,
  emptyParty,
  missingPartyStep,
  type LevelOption,
} from "@foyer/rules/membership/party/partyForm.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { useCoins } from "../../../shared/seller/useCoins.ts";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import { LevelForm } from "../form/LevelForm.tsx";
import { LevelsFailed } from "../form/LevelsFailed.tsx";
import { MembershipDialogs } from "../form/MembershipDialogs.tsx";
import { useLevelDetails } from "../form/useLevelDetails.ts";
import { useLevelForm } from "../form/useLevelForm.ts";
import { useLevelTexts } from "../form/useLevelTexts.ts";
import { useParty } from "../form/party/useParty.ts";
import { giftLevelPrice } from "./giftLevelPrice.ts";
import { redeemStrings } from "./redeem.strings.ts";
import { useGiftLevels } from "./useGiftLevels.ts";

export type RedeemFormProps = {
  readonly code: string;
  readonly lookup: CodeLookup;
  /** The visitor typed the code, so the focus moves to the next step. */
  readonly isTyped: boolean;
  readonly onChange: () => void;
};

/** The choices when a gift code is redeemed: the level and its members. */
export function RedeemForm(props: RedeemFormProps) {
  const t = useText(redeemStrings);
  const { default_currency_code: currency } = useSeller();
  const [offered] = useState(() => redeemableLevels(props.lookup.levels, currency));
  const { levels, hasFailed, retry } = useGiftLevels(offered);
  if (hasFailed) return <LevelsFailed onAgain={retry} />;
  if (!levels)
    return (
      <div role="status">
        <VisuallyHidden>{t("redeem.loading")}</VisuallyHidden>
        <Skeleton shape="tile" count={3} />
      </div>
    );
  return <RedeemFields {...props} offered={offered} levels={levels} />;
}

type RedeemFieldsProps = RedeemFormProps & {
  readonly offered: readonly GiftLevel[];
  readonly levels: readonly LevelOption[];
};

/** The level and its members. */
const useRedeemChoice = (levels: readonly LevelOption[]) => {
  const [chosen, setChosen] = useState(defaultLevel(levels));
  const level = levels.find(({ group }) => group.id === chosen);
  const party = useParty(level, emptyParty);
  const { details } = useLevelDetails({ level, counts: party.typed.counts, action: "buy" });
  const choose = (id: string): void => {
    const next = levels.find(({ group }) => group.id === id);
    if (next) party.changeLevel(next);
    setChosen(id);
  };
  return { level, party, details, choose };
};

/** Continues to the upsells or to the checkout. */
const useLeave = () => {
  const { slug, configuration, web } = useSeller();
  const [, navigate] = useLocation();
  return () => {
    const skipsUpsells = web.skip_upsells === true || savedStoreFor(slug).get().skip_upsells;
    navigate(configuration.upsells !== undefined && !skipsUpsells ? paths.events() : paths.checkout());
  };
};

function RedeemFields({ code, isTyped, onChange, offered, levels }: RedeemFieldsProps) {
  const t = useText(redeemStrings);
  const levelTexts = useLevelTexts();
  const money = useMoney();
  const coins = useCoins();
  const { currency } = coins;
  const { level, party, details, choose } = useRedeemChoice(levels);
  const { counts } = party.typed;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isTyped) heading.current?.focus();
  }, [isTyped]);

  const priceOf = (one: LevelOption) => giftLevelPrice(one, one === level ? counts : {}, { offered, coins });
  const { form, submitting, isBusy, onSubmit, missing, reset } = useLevelForm({
    party,
    details,
    missing: missingPartyStep(level, counts),
    buildRequest: () =>
      level && {
        action: "buy",
        level,
        typed: party.typed,
        renews_id: undefined,
        giftee: undefined,
        auto_renew: false,
        additionalInfo: details.request.additionalInfo,
        code,
      },
    doneMessage: t("redeem.done"),
    proceed: useLeave(),
  });
  return (
    <LevelForm
      id="redeem"
      ref={form}
      label={t("redeem.title")}
      levelHeading={t(levels.length > 1 ? "redeem.level" : "redeem.level.only")}
      levelHeadingRef={heading}
      cards={levels.map((one) => ({ level: one, ...priceOf(one), dates: levelTexts.dates(one, "buy") }))}
      level={level}
      onChoose={(id) => {
        reset();
        choose(id);
      }}
      {...{ party, details, missing, isBusy, onSubmit }}
      problem={submitting.problem}
      submitLabel={t("redeem.submit")}
      total={money(toDecimal(level ? priceOf(level).price : 0, currency))}
      before={
        <FormStep
          name="code"
          heading={t("redeem.code")}
          chosen={code}
          onChange={onChange}
          change={t("redeem.code.change")}
          changeLabel={t("redeem.code.change.label")}
        />
      }
      dialogs={<MembershipDialogs submitting={submitting} />}
    />
  );
}
