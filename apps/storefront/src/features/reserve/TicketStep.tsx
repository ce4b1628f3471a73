import type { ReactNode, Ref } from "react";
import type { GroupChoice, TypeChoice, TypedPrices } from "@foyer/rules/choosing.ts";
import { isPriceRefused, ticketFees } from "@foyer/rules/choosing.ts";
import { fromWire, toWire } from "@foyer/rules/money.ts";
import { hardCap } from "@foyer/rules/quantities.ts";
import { Skeleton } from "@foyer/ui/Skeleton.tsx";
import { Stepper } from "@foyer/ui/Stepper.tsx";
import { Tag } from "@foyer/ui/Tag.tsx";
import { VisuallyHidden } from "@foyer/ui/VisuallyHidden.tsx";
import { useSeller } from "../../shared/seller.tsx";
import { FlexiblePrice } from "./FlexiblePrice.tsx";
import { Step } from "./Step.tsx";
import css from "./TicketStep.module.css";
import { useLaterText } from "./useLaterText.ts";
import { useTilePrice } from "./startWords.ts";

export type TicketStepProps = {
  /** Undefined while they are on their way. */
  readonly choices: readonly GroupChoice[] | undefined;
  readonly prices: TypedPrices;
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly error: string | undefined;
  /** The form was sent: prices that will not do are said so. */
  readonly wasSent: boolean;
  readonly messages: readonly string[];
  readonly onQuantity: (ticket_type_id: string, quantity: number) => void;
  readonly onPrice: (ticket_type_id: string, price: string) => void;
  /** What was chosen, where it stands as one line; `onReopen` gives the choice back. */
  readonly chosen?: string | undefined;
  readonly onReopen?: () => void;
  /** Buttons beneath the tickets. */
  readonly ways?: ReactNode;
};

export function TicketStep({ choices, headingRef, error, messages, chosen, onReopen, ways, ...rest }: TicketStepProps) {
  const t = useLaterText();
  return (
    <Step
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
        <Group key={choice.group.id} choice={choice} isOnly={choices.length === 1} {...rest} />
      ))}
      {ways}
    </Step>
  );
}

type GroupProps = Pick<TicketStepProps, "prices" | "wasSent" | "onQuantity" | "onPrice"> & {
  readonly choice: GroupChoice;
  readonly isOnly: boolean;
};

function Group({ choice: { group, soldOut, types }, isOnly, ...rest }: GroupProps) {
  const t = useLaterText();
  const isForMembers = group.hidden_type === "public_member_only";
  return (
    <div className={css.group}>
      {(!isOnly || soldOut || isForMembers) && (
        <h3 className={css.name}>
          {group.name} {isForMembers && <Tag tone="brand">{t("reserve.tickets.members")}</Tag>}{" "}
          {soldOut && <Tag>{t("reserve.date.sold_out")}</Tag>}
        </h3>
      )}
      {group.summary && <p className={css.summary}>{group.summary}</p>}
      {!soldOut && (
        <ul role="list" className={css.types}>
          {types.map((choice) => (
            <Type key={choice.type.id} choice={choice} {...rest} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Type({
  choice,
  prices,
  wasSent,
  onQuantity,
  onPrice,
}: Pick<TicketStepProps, "prices" | "wasSent" | "onQuantity" | "onPrice"> & { readonly choice: TypeChoice }) {
  const { type, quantity, least, most, flexible, allowance } = choice;
  const t = useLaterText();
  const price = useTilePrice();
  const { default_currency_code: currency } = useSeller();
  const fees = ticketFees(type, fromWire(type.discounted_amount, currency) ?? 0, currency);
  const isWrong = flexible !== null && quantity > 0 && isPriceRefused(flexible, prices[type.id], currency);
  return (
    <li className={css.type}>
      <div className={css.words}>
        <p className={css.label}>{type.name}</p>
        {type.summary && <p className={css.summary}>{type.summary}</p>}
        <p className={css.price}>
          {!flexible && type.discounted_amount !== type.currency_amount && <s>{price(type.currency_amount)}</s>}{" "}
          {!flexible && price(type.discounted_amount)}
          {!flexible && fees > 0 && (
            <span className={css.fee}> {t("reserve.tickets.fee", { fee: price(toWire(fees, currency)) })}</span>
          )}
        </p>
        {allowance !== undefined && <Allowance count={allowance} />}
      </div>
      <Stepper
        label={type.name}
        value={quantity}
        min={least}
        max={Math.min(most, hardCap)}
        onChange={(value) => onQuantity(type.id, value)}
        words={{
          less: t("reserve.tickets.less"),
          more: t("reserve.tickets.more"),
          now: (count) => t("reserve.tickets.now", { count, name: type.name }),
        }}
        noteId={`most-${type.id}`}
        note={
          quantity > 0 && quantity === most && most < hardCap
            ? t("reserve.tickets.most", { count: most })
            : least > 1 && quantity === 0
              ? t("reserve.tickets.least", { count: least })
              : undefined
        }
      />
      {flexible && (
        <FlexiblePrice
          name={type.name}
          flexible={flexible}
          value={prices[type.id] ?? ""}
          isWrong={isWrong}
          wasSent={wasSent}
          onChange={(typed) => onPrice(type.id, typed)}
        />
      )}
    </li>
  );
}

/** What is left to a member, said where it is used up. */
function Allowance({ count }: { readonly count: number }) {
  const t = useLaterText();
  return (
    <p className={css.allowance}>
      {count >= hardCap / 2
        ? t("reserve.tickets.allowance.any")
        : t(count > 0 ? "reserve.tickets.allowance" : "reserve.tickets.allowance.none", { count })}
    </p>
  );
}
