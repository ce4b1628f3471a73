import type { FormEvent, ReactNode, Ref } from "react";
import type { LevelOption, missingPartyStep } from "@foyer/rules/membership/party/partyForm.ts";
import { Form } from "../../../shared/form/Form.tsx";
import { FormFooter, type FormFooterProps } from "../../../shared/form/FormFooter.tsx";
import { SkipButton } from "../../../shared/form/SkipButton.tsx";
import type { FormAction } from "../../../shared/form/formAction.ts";
import { usePublishSelection } from "../../../shared/form/formSelection.ts";
import { FormNote } from "../../../shared/form/FormNote.tsx";
import { FormProblemBanner } from "../../../shared/form/problems/FormProblemBanner.tsx";
import { FormStep, stepErrorId } from "../../../shared/form/FormStep.tsx";
import { FormSummary } from "../../../shared/form/FormSummary.tsx";
import { TicketDetails } from "../../reserve/details/TicketDetails.tsx";
import type { TicketDetailsState } from "../../reserve/details/detailsState.ts";
import { useReserveText } from "../../reserve/text/useReserveText.ts";
import { useMembershipText } from "../useMembershipText.ts";
import { LevelCards, type LevelCard } from "./LevelCards.tsx";
import { hasPartyQuestions, PartyFields } from "./party/PartyFields.tsx";
import type { MembershipSubmitting } from "./useMembershipSubmit.ts";
import type { Party } from "./party/useParty.ts";

export type LevelFormProps = {
  readonly id: string;
  readonly ref: Ref<HTMLFormElement>;
  readonly label: string;
  readonly levelHeading: string;
  readonly levelHeadingRef?: Ref<HTMLHeadingElement>;
  readonly cards: readonly LevelCard[];
  /** The chosen level. */
  readonly level: LevelOption | undefined;
  readonly onChoose: (ticket_group_id: string) => void;
  readonly party: Party;
  readonly details: TicketDetailsState;
  /** The step that the visitor has not completed. */
  readonly missing: ReturnType<typeof missingPartyStep>;
  readonly problem: MembershipSubmitting["problem"];
  readonly isBusy: boolean;
  readonly onSubmit: (event: FormEvent) => void;
  readonly submitLabel: string;
  /** The total of the chosen level and its members. Without a level none is shown. */
  readonly total: string;
  readonly fees?: string | undefined;
  /** Steps before the level. */
  readonly before?: ReactNode;
  /** A step between the level and its members. */
  readonly afterLevel?: ReactNode;
  /** A step after the members. */
  readonly afterMembers?: ReactNode;
  /** Dialogs, which have forms of their own. */
  readonly dialogs: ReactNode;
  readonly onSkip?: (() => void) | undefined;
} & Pick<FormFooterProps, "cartButton">;

/** A form that adds a membership to the cart: its level, its members, and the level's questions. */
export function LevelForm({
  id,
  ref,
  label,
  level,
  party,
  details,
  problem,
  isBusy,
  dialogs,
  ...props
}: LevelFormProps) {
  const t = useMembershipText();
  const reserve = useReserveText();
  const { missing, submitLabel, fees } = props;
  const total = level && props.total;
  const isLevelMissing = missing === "level";
  const action: FormAction = level ? { label: submitLabel } : { label: props.levelHeading, step: "level" };
  const notes = fees === undefined ? [] : [fees];
  usePublishSelection({
    form: id,
    heading: reserve("reserve.panel.order"),
    when: undefined,
    lines: level ? [{ id: level.group.id, label: level.group.name, amount: "" }] : [],
    total: total && [total, ...notes].join(" "),
    action,
    isBusy,
  });
  return (
    <>
      <Form id={id} ref={ref} aria-label={label} onSubmit={props.onSubmit}>
        {props.before}
        <FormStep
          name="level"
          heading={props.levelHeading}
          {...(props.levelHeadingRef && { headingRef: props.levelHeadingRef })}
          error={isLevelMissing ? t("membership.missing.level") : undefined}
        >
          <LevelCards
            label={props.levelHeading}
            cards={props.cards}
            chosen={level?.group.id}
            onChoose={props.onChoose}
            isInvalid={isLevelMissing}
            describedBy={isLevelMissing ? stepErrorId("level") : undefined}
          />
        </FormStep>
        {props.afterLevel}
        {level && hasPartyQuestions(level, party.typed.counts) && (
          <FormStep
            name="members"
            heading={t("membership.members")}
            error={missing === "members" ? t("membership.missing.members") : undefined}
          >
            <PartyFields level={level} party={party} />
          </FormStep>
        )}
        {props.afterMembers}
        <TicketDetails details={details} />
        {level?.group.level?.physical_card && <FormNote>{t("membership.physical_card")}</FormNote>}
        {problem && <FormProblemBanner problem={problem} />}
        <FormSummary total={total} fees={fees} isBusy={isBusy} submit={submitLabel} />
      </Form>
      {dialogs}
      <FormFooter
        form={id}
        action={action}
        price={total}
        notes={notes}
        isBusy={isBusy}
        cartButton={props.cartButton}
        skip={props.onSkip && <SkipButton onSkip={props.onSkip} />}
      />
    </>
  );
}
