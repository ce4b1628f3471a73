import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import type { CodeLookup } from "@foyer/contract/shop/codes.ts";
import type { GiftLevel } from "@foyer/contract/shop/membershipLevel.ts";
import { redeemableLevels } from "@foyer/rules/membership/gift.ts";
import {
  levelOptionPrice,
  levelOptions,
  emptyParty,
  missingPartyStep,
  defaultLevel,
  type LevelOption,
} from "@foyer/rules/membership/partyForm.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { paths } from "../../../shared/url/paths.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { useMoney, useSeller, useText } from "../../../shared/seller/seller.tsx";
import { eventQuery } from "../../reserve/queries/reserve.queries.ts";
import { FormProblemBanner } from "../../../shared/form/FormProblemBanner.tsx";
import { FormSummary } from "../../../shared/form/FormSummary.tsx";
import { FormFooter } from "../../../shared/form/FormFooter.tsx";
import { Form } from "../../../shared/form/Form.tsx";
import { FormNote } from "../../../shared/form/FormNote.tsx";
import { stepErrorId, FormStep } from "../../../shared/form/FormStep.tsx";
import { TicketDetails } from "../../reserve/details/TicketDetails.tsx";
import { useFocusFirstError } from "../../../shared/form/useFocusFirstError.ts";
import { useSubmitWhenReady } from "../../../shared/form/useSubmitWhenReady.ts";
import { LevelCards } from "../form/LevelCards.tsx";
import { useLevelTexts } from "../form/useLevelTexts.ts";
import { MembershipDialogs } from "../form/MembershipDialogs.tsx";
import { membershipRulesQuery } from "../membership.queries.ts";
import { hasPartyQuestions, PartyFields } from "../form/PartyFields.tsx";
import { redeemStrings } from "./redeem.strings.ts";
import { useLevelDetails } from "../form/useLevelDetails.ts";
import { useMembershipSubmit } from "../form/useMembershipSubmit.ts";
import { useMembershipText } from "../useMembershipText.ts";
import { useParty } from "../form/useParty.ts";

/** The levels of a gift as they are sold, in the gift's order. */
const useGiftLevels = (offered: readonly GiftLevel[]) => {
  const { slug } = useSeller();
  const events = [...new Set(offered.map(({ event_template_id }) => event_template_id))];
  const groups = offered.map(({ ticket_group_id }) => ticket_group_id);
  const eventQueries = useQueries({
    // Levels for links alone are among them: the gift is the link.
    queries: events.map((event_template_id) => eventQuery({ slug, event_template_id, tg: groups })),
  });
  const types = eventQueries.flatMap(({ data }) => data?.ticket_type?._data ?? []);
  const isLoaded = eventQueries.every(({ data }) => data !== undefined);
  const rules = useQuery(membershipRulesQuery(isLoaded ? types.map(({ id }) => id) : []));
  const queries = [...eventQueries, rules];
  const levels =
    rules.data &&
    levelOptions({
      groups: eventQueries.flatMap(({ data }) => data?.ticket_group?._data ?? []),
      types,
      rules: rules.data.membership_rules._data,
      tg: groups,
      action: "buy",
    }).toSorted((one, other) => groups.indexOf(one.group.id) - groups.indexOf(other.group.id));
  return {
    levels,
    hasFailed: queries.some(({ error, data }) => error !== null && data === undefined),
    retry: () => void Promise.all(queries.map(({ refetch }) => refetch())),
  };
};

export type RedeemFormProps = {
  readonly code: string;
  readonly lookup: CodeLookup;
  /** A hand has sent the code: the focus goes on to what comes next. */
  readonly isTyped: boolean;
  readonly onChange: () => void;
};

/** What a gift's code is good for: which level, and who stands on it. */
export function RedeemForm(props: RedeemFormProps) {
  const t = useMembershipText();
  const redeemText = useText(redeemStrings);
  const { default_currency_code: currency } = useSeller();
  const [offered] = useState(() => redeemableLevels(props.lookup.levels, currency));
  const { levels, hasFailed, retry } = useGiftLevels(offered);
  if (hasFailed)
    return (
      <Banner tone="error" action={<Button onClick={retry}>{t("membership.again")}</Button>}>
        {t("membership.failed")}
      </Banner>
    );
  if (!levels)
    return (
      <div role="status">
        <VisuallyHidden>{redeemText("redeem.loading")}</VisuallyHidden>
        <Skeleton shape="tile" count={3} />
      </div>
    );
  return <RedeemFields {...props} offered={offered} levels={levels} />;
}

const formId = "redeem";

type RedeemFieldsProps = RedeemFormProps & {
  readonly offered: readonly GiftLevel[];
  readonly levels: readonly LevelOption[];
};

function RedeemFields({ code, isTyped, onChange, offered, levels }: RedeemFieldsProps) {
  const t = useText(redeemStrings);
  const membershipText = useMembershipText();
  const levelTexts = useLevelTexts();
  const money = useMoney();
  const { slug, default_currency_code: currency, configuration, web } = useSeller();
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState(defaultLevel(levels));
  const level = levels.find(({ group }) => group.id === chosen);
  const party = useParty(level, emptyParty);
  const { counts } = party.typed;
  const { details } = useLevelDetails({ level, counts, action: "buy" });
  const missing = missingPartyStep(level, counts);
  const [shownMissing, setShownMissing] = useState<typeof missing>();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const leadToError = useFocusFirstError(() => form.current);
  useEffect(() => {
    if (isTyped) heading.current?.focus();
  }, [isTyped]);

  const priceOf = (one: LevelOption, partyCounts: typeof counts) => {
    const gift = offered.find(({ ticket_group_id }) => ticket_group_id === one.group.id);
    const [basePrice, fullPrice] = [levelOptionPrice(one, {}, currency), levelOptionPrice(one, partyCounts, currency)];
    // Whoever stands on it beside those that the gift is for is paid for.
    const surcharge = fullPrice.price - basePrice.price;
    return {
      price: (fromDecimal(gift?.discounted_amount ?? "", currency) ?? basePrice.price) + surcharge,
      before: (fromDecimal(gift?.currency_amount ?? "", currency) ?? basePrice.before) + surcharge,
      fees: 0,
    };
  };

  const submitting = useMembershipSubmit({
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
    showRefusal: (refused) => {
      const isShown = party.showRefusal(refused) || details.showRefusal(refused);
      if (isShown) leadToError();
      return isShown;
    },
    proceed: () => {
      const skipsUpsells = web.skip_upsells === true || savedStoreFor(slug).get().skip_upsells;
      navigate(configuration.upsells !== undefined && !skipsUpsells ? paths.events() : paths.checkout());
    },
  });
  const { problem, clear } = submitting;
  const readySubmit = useSubmitWhenReady(details, () => {
    party.showProblems();
    details.showProblems();
    if (party.problems.length > 0 || details.isIncomplete) return leadToError();
    submitting.submit();
  });
  const isBusy = submitting.isBusy || readySubmit.isWaiting;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    clear();
    setShownMissing(missing);
    if (missing) return leadToError();
    readySubmit.submit();
  };

  const isLevelMissing = shownMissing === "level" && missing === "level";
  const label = t(levels.length > 1 ? "redeem.level" : "redeem.level.only");
  const total = money(toDecimal(level ? priceOf(level, counts).price : 0, currency));
  return (
    <>
      <Form id={formId} ref={form} aria-label={t("redeem.title")} onSubmit={onSubmit}>
        <FormStep
          name="code"
          heading={t("redeem.code")}
          chosen={code}
          onChange={onChange}
          change={t("redeem.code.change")}
          changeLabel={t("redeem.code.change.label")}
        />
        <FormStep
          name="level"
          heading={label}
          headingRef={heading}
          error={isLevelMissing ? membershipText("membership.missing.level") : undefined}
        >
          <LevelCards
            label={label}
            cards={levels.map((one) => ({
              level: one,
              ...priceOf(one, one === level ? counts : {}),
              dates: levelTexts.dates(one, "buy"),
            }))}
            chosen={level?.group.id}
            onChoose={(id) => {
              clear();
              readySubmit.forget();
              const next = levels.find(({ group }) => group.id === id);
              if (next) party.changeLevel(next);
              setChosen(id);
            }}
            isInvalid={isLevelMissing}
            describedBy={isLevelMissing ? stepErrorId("level") : undefined}
          />
        </FormStep>
        {level && hasPartyQuestions(level, counts) && (
          <FormStep
            name="members"
            heading={membershipText("membership.members")}
            error={
              shownMissing === "members" && missing === "members"
                ? membershipText("membership.missing.members")
                : undefined
            }
          >
            <PartyFields level={level} party={party} />
          </FormStep>
        )}
        <TicketDetails details={details} />
        {level?.group.level?.physical_card && <FormNote>{membershipText("membership.physical_card")}</FormNote>}
        <FormSummary
          problem={problem && <FormProblemBanner problem={problem} />}
          total={total}
          fees={undefined}
          isBusy={isBusy}
          submit={t("redeem.submit")}
        />
      </Form>
      <MembershipDialogs submitting={submitting} />
      <FormFooter form={formId} submit={t("redeem.submit")} total={total} fees={undefined} isBusy={isBusy} />
    </>
  );
}
