import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import type { Cart } from "@foyer/contract/cart.ts";
import { basketOf } from "@foyer/rules/choosing.ts";
import { amountChoices, amountMissing, oneTicketGroups, type AmountChosen } from "@foyer/rules/oneTicket.ts";
import { fromWire, toWire } from "@foyer/rules/money.ts";
import { useAnnounce } from "@foyer/ui/Announcer.tsx";
import { Button } from "@foyer/ui/Button.tsx";
import { Refused } from "../../api/call.ts";
import { report } from "../../shared/reports.ts";
import { useMoney, useSeller, useText } from "../../shared/seller.tsx";
import { sharedStrings } from "../../shared/shared.strings.ts";
import { changeCart, useRemoveTickets } from "../cart/cart.changes.ts";
import { AmountChoice } from "../reserve/AmountChoice.tsx";
import css from "./Checkout.module.css";
import { checkoutStrings } from "./checkout.strings.ts";
import { donationQuery } from "./donation.queries.ts";

const headingId = "checkout-donation";
const nothing: AmountChosen = { ticket_type_id: undefined, price: "" };

/** A quiet offer to give something on top; what was given can be taken back. */
export function Donation({ cart, event_template_id }: { readonly cart: Cart; readonly event_template_id: string }) {
  const t = useText(checkoutStrings);
  const { data } = useQuery(donationQuery(event_template_id));
  const event = data?.event_template._data[0];
  const given = cart.lines.filter((line) => line.event_template_id === event_template_id);
  if (!event) return null;
  const groups = oneTicketGroups(data.ticket_group?._data ?? [], []).filter(({ handler }) => handler === "donation");
  const types = (data.ticket_type?._data ?? []).filter((type) =>
    groups.some(({ id, sold_out }) => id === type.ticket_group_id && !sold_out),
  );
  if (given.length === 0 && types.length === 0) return null;
  return (
    <div className={css.part} role="group" aria-label={t("donation.title")}>
      {given.length > 0 ? (
        <Given cart={cart} lines={given} />
      ) : (
        <Offer event_template_id={event_template_id} about={event.summary} groups={groups} types={types} />
      )}
    </div>
  );
}

function Given({ cart, lines }: { readonly cart: Cart; readonly lines: Cart["lines"] }) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const remove = useRemoveTickets();
  const money = useMoney();
  const types = lines.flatMap((line) => line.types);
  const sum = types.reduce((all, { price }) => all + (fromWire(price, cart.currency) ?? 0), 0);
  const takeBack = () =>
    remove.mutate(
      { cart_id: cart.id, tickets: types.flatMap(({ ticket_ids }) => ticket_ids) },
      { onSuccess: () => announce(t("donation.removed")) },
    );
  return (
    <>
      <div className={css.partHead}>
        <p role="status">{t("donation.thanks", { amount: money(toWire(sum, cart.currency)) })}</p>
        <Button size="small" busy={remove.isPending} onClick={takeBack}>
          {t("donation.remove")}
        </Button>
      </div>
      {remove.error && (
        <p className={css.problem} role="alert">
          {shared("error.generic")}
        </p>
      )}
    </>
  );
}

type OfferProps = {
  readonly event_template_id: string;
  readonly about: string | null;
  readonly groups: Parameters<typeof amountChoices>[0];
  readonly types: Parameters<typeof amountChoices>[1];
};

function Offer({ event_template_id, about, groups, types }: OfferProps) {
  const t = useText(checkoutStrings);
  const shared = useText(sharedStrings);
  const announce = useAnnounce();
  const money = useMoney();
  const client = useQueryClient();
  const { slug, default_currency_code: currency } = useSeller();
  const [chosen, choose] = useState(nothing);
  const [wasSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { ticket_type_id, price } = chosen;
  const choices = amountChoices(groups, types, chosen);
  const prices = ticket_type_id === undefined ? {} : { [ticket_type_id]: price };
  const missing = amountMissing(choices, prices, currency);
  const { total } = basketOf(choices, prices, currency);
  const isFlexible = choices.some((group) =>
    group.types.some(({ type, flexible }) => flexible && type.id === ticket_type_id),
  );
  const give = useMutation({
    mutationFn: (id: string) =>
      changeCart(client, slug, {
        add: [
          {
            event_template_id,
            ticket_types_required: [
              { ticket_type_id: id, quantity: 1, ...(isFlexible ? { face_value: price.trim() } : {}) },
            ],
          },
        ],
      }),
    onSuccess: () => announce(t("donation.given")),
    onError: (error) => {
      if (!(error instanceof Refused) || error.status >= 500) report(error);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (give.isPending) return;
    setSent(true);
    if (missing || ticket_type_id === undefined)
      return form.current?.querySelector<HTMLElement>(missing === "price" ? "input" : '[role="radio"]')?.focus();
    give.mutate(ticket_type_id);
  };
  const error = give.error
    ? give.error instanceof Refused && give.error.status < 500
      ? give.error.description
      : shared("error.generic")
    : wasSent && missing === "amount"
      ? t("donation.missing")
      : undefined;
  return (
    <form ref={form} className={css.donation} noValidate aria-labelledby={headingId} onSubmit={submit}>
      <h3 id={headingId}>{t("donation.title")}</h3>
      <p className={css.quiet}>{about ?? t("donation.text")}</p>
      <AmountChoice
        label={t("donation.choose")}
        choices={choices}
        chosen={chosen}
        isInvalid={wasSent && missing === "amount"}
        isPriceWrong={missing === "price"}
        wasSent={wasSent}
        onChoose={(next) => {
          give.reset();
          choose(next);
        }}
      />
      {error && (
        <p className={css.problem} role="alert">
          {error}
        </p>
      )}
      <div>
        <Button type="submit" busy={give.isPending}>
          {total > 0 ? t("donation.add_amount", { amount: money(toWire(total, currency)) }) : t("donation.add")}
        </Button>
      </div>
    </form>
  );
}
