import type { ReactNode, Ref } from "react";
import type { GroupChoice, TypeChoice, EnteredPrices } from "@foyer/rules/reserve/ticketChoices.ts";
import { isInvalidPrice } from "@foyer/rules/reserve/ticketChoices.ts";
import {
  couldBeFree,
  isFreeForMembers,
  isUnlimitedBenefit,
  unusedBenefits,
} from "@foyer/rules/reserve/memberBenefits.ts";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { Tag } from "@foyer/ui/feedback/Tag.tsx";
import { VisuallyHidden } from "@foyer/ui/content/VisuallyHidden.tsx";
import { useSeller } from "../../../shared/seller/seller.tsx";
import { FlexiblePrice } from "../../../shared/form/amount/FlexiblePrice.tsx";
import { FormStep } from "../../../shared/form/FormStep.tsx";
import css from "./TicketStep.module.css";
import { TicketCounter, TicketPrice } from "./TicketCounter.tsx";
import { useDeferredText } from "../text/useDeferredText.ts";
import { useTilePrice } from "../../../shared/format/useTilePrice.ts";

export type TicketStepProps = {
  /** Undefined while loading. */
  readonly choices: readonly GroupChoice[] | undefined;
  readonly prices: EnteredPrices;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly error: string | undefined;
  /** The form was submitted, so errors of prices are shown. */
  readonly isSubmitted: boolean;
  readonly messages: readonly string[];
  readonly onQuantity: (ticket_type_id: string, quantity: number) => void;
  readonly onPrice: (ticket_type_id: string, price: string) => void;
  /** The selection as one line of text; `onReopen` makes it editable again. */
  readonly chosen?: string | undefined;
  readonly onReopen?: () => void;
  /** Buttons below the tickets. */
  readonly actions?: ReactNode;
};

export function TicketStep({
  choices,
  headingRef,
  error,
  messages,
  chosen,
  onReopen,
  actions,
  ...rest
}: TicketStepProps) {
  const t = useDeferredText();
  const { default_currency_code: currency } = useSeller();
  const unused = unusedBenefits(choices ?? [], currency);
  return (
    <FormStep
      name="tickets"
      heading={t(chosen === undefined ? "reserve.tickets.choose" : "reserve.tickets")}
      chosen={chosen}
      onChange={onReopen}
      change={t("reserve.change")}
      changeLabel={t("reserve.tickets.change")}
      headingRef={headingRef}
      error={error}
      messages={messages}
    >
      {!choices && (
        <>
          <VisuallyHidden>{t("reserve.tickets.loading")}</VisuallyHidden>
          <Skeleton shape="control" count={3} />
        </>
      )}
      {choices?.length === 0 && <p>{t("reserve.session_unavailable")}</p>}
      {choices?.map((choice) => (
        <TicketGroupRow key={choice.group.id} choice={choice} isOnly={choices.length === 1} unused={unused} {...rest} />
      ))}
      {actions}
    </FormStep>
  );
}

type RowProps = Pick<TicketStepProps, "prices" | "isSubmitted" | "onQuantity" | "onPrice">;
type TicketGroupRowProps = RowProps & {
  readonly choice: GroupChoice;
  readonly isOnly: boolean;
  /** The free tickets that the visitor's membership has left. */
  readonly unused: number;
};

function TicketGroupRow({ choice: groupChoice, isOnly, unused, ...rest }: TicketGroupRowProps) {
  const t = useDeferredText();
  const { default_currency_code: currency } = useSeller();
  const { group, soldOut, least, types } = groupChoice;
  const isNamedByType = types.length === 1 && types[0]?.type.name === group.name && !group.summary;
  const membersTag = t("reserve.tickets.members");
  const isForMembers = group.hidden_type === "public_member_only";
  const isNamed = (!isOnly && !isNamedByType) || soldOut || isForMembers;
  const nameId = `group-${group.id}`;
  return (
    <div className={css.group}>
      {isNamed && (
        <h3 className={css.name} id={nameId}>
          {group.name} {isForMembers && group.name !== membersTag && <Tag tone="brand">{membersTag}</Tag>}{" "}
          {soldOut && <Tag>{t("reserve.date.sold_out")}</Tag>}
        </h3>
      )}
      {group.summary && <p className={css.summary}>{group.summary}</p>}
      {!soldOut && least !== undefined && (
        <p className={css.least}>{t("reserve.tickets.least_in_all", { count: least })}</p>
      )}
      {!soldOut && (
        // Types of several groups may have the same name, such as "Adult".
        <ul role="list" className={css.types} aria-labelledby={isNamed ? nameId : undefined}>
          {types.map((choice) => (
            <TicketTypeRow
              key={choice.type.id}
              choice={choice}
              unused={couldBeFree(groupChoice, choice, currency) ? unused : 0}
              {...rest}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type TicketTypeRowProps = RowProps & { readonly choice: TypeChoice; readonly unused: number };

function TicketTypeRow({ choice, unused, prices, isSubmitted, onQuantity, onPrice }: TicketTypeRowProps) {
  const { type, quantity, flexible, allowance } = choice;
  const t = useDeferredText();
  const price = useTilePrice();
  const { default_currency_code: currency } = useSeller();
  const isInvalid = flexible !== null && quantity > 0 && isInvalidPrice(flexible, prices[type.id], currency);
  return (
    <li className={css.type}>
      <div className={css.text}>
        <p className={css.label}>{type.name}</p>
        {type.summary && <p className={css.summary}>{type.summary}</p>}
        {!flexible && (
          <p className={css.price}>
            <TicketPrice type={type} feeClassName={css.fee} />
          </p>
        )}
        {flexible && quantity === 0 && (
          <p className={css.summary}>{t("reserve.tickets.suggested", { price: price(type.currency_amount) })}</p>
        )}
        {allowance !== undefined && <Allowance count={allowance} isFree={isFreeForMembers(choice, currency)} />}
        {unused > 0 && <UnusedBenefit count={unused} />}
      </div>
      <TicketCounter choice={choice} onQuantity={onQuantity} />
      {flexible && quantity > 0 && (
        <FlexiblePrice
          name={type.name}
          flexible={flexible}
          value={prices[type.id] ?? ""}
          isInvalid={isInvalid}
          isSubmitted={isSubmitted}
          onChange={(typed) => onPrice(type.id, typed)}
        />
      )}
    </li>
  );
}

/** The number of further tickets that a member can choose. */
function Allowance({ count, isFree }: { readonly count: number; readonly isFree: boolean }) {
  const t = useDeferredText();
  if (isUnlimitedBenefit(count)) return <p className={css.allowance}>{t("reserve.tickets.allowance.any")}</p>;
  if (count === 0) return <p className={css.allowance}>{t("reserve.tickets.allowance.none")}</p>;
  return (
    <p className={css.allowance}>
      {t(isFree ? "reserve.tickets.allowance.free" : "reserve.tickets.allowance", { count })}
    </p>
  );
}

/** Says beside a full-price ticket that the membership still has free tickets. */
function UnusedBenefit({ count }: { readonly count: number }) {
  const t = useDeferredText();
  return (
    <p className={css.unused} role="status">
      {t(isUnlimitedBenefit(count) ? "reserve.tickets.unused.any" : "reserve.tickets.unused", { count })}
    </p>
  );
}
