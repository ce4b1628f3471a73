import { lastDayOf } from "@foyer/rules/membershipTerm.ts";
import { methodName } from "@foyer/rules/paymentMethod.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { StopReason } from "@foyer/rules/autoRenewal.ts";
import type { Ask } from "../../http/ask.ts";
import { letterFrame } from "../../outside/mail/letterFrame.ts";
import { letterMoney } from "../../outside/mail/letterMoney.ts";
import type { LetterLink, LetterRow, Part } from "../../outside/mail/letterParts.ts";
import { letterWords, oneLine } from "../../outside/mail/letterWords.ts";
import type { Letter } from "../../outside/mail/mail.ts";
import { queueLetter } from "../../outside/mail/queueLetter.ts";
import { orderToken } from "../cart/shownOrder.ts";
import { priceOf } from "./renewalFacts.ts";
import type { RenewalRow } from "./renewals.sql.ts";
import { renewalWords } from "./renewals.strings.ts";

type Shop = Pick<Ask, "db" | "seller" | "outside">;

/** What there is to tell of a renewal. */
export type Told =
  | { readonly is: "announced"; readonly charge_at: Temporal.Instant; readonly card_expires: boolean }
  /** A try that came to nothing: of the card, or of something else. */
  | { readonly is: "failed"; readonly by: "card" | "other" }
  | { readonly is: "asked" }
  | { readonly is: "stopped"; readonly why: StopReason }
  | { readonly is: "cancelled" };

/** To whoever pays, in the transaction of what it tells. `occasion` tells apart what is told more than once. */
export const queueRenewalLetter = async (shop: Shop, row: RenewalRow, told: Told, occasion = ""): Promise<void> => {
  if (row.email === null) return;
  await queueLetter(shop, {
    kind: `auto_renew_${told.is}`,
    ref_id: row.membership_id,
    occasion,
    to_address: row.email,
    letter: renewalLetter(shop, row, told),
  });
};

const renewalLetter = (shop: Shop, row: RenewalRow, told: Told): Letter => {
  const { seller } = shop;
  const money = (amount: number) =>
    letterMoney(seller, seller.default_currency_code)(toWire(amount, seller.default_currency_code));
  const day = (date: Temporal.PlainDate) =>
    date.toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" });
  const charged =
    told.is === "announced" ? day(told.charge_at.toZonedDateTimeISO(row.timezone).toPlainDate()) : undefined;
  const price = priceOf(row);
  // With a card that will not do nothing is charged: it is asked for another.
  const isLapsing = told.is === "announced" && told.card_expires;
  const card = row.method ? methodName(row.method) : "";
  const say = letterWords(seller, renewalWords, {
    seller: seller.name,
    first_name: row.payer_name ?? "",
    level: row.level_name,
    amount: money(price),
    before: money(row.paid),
    card,
    day: charged ?? "",
  });
  const last = lastDayOf(row, row.timezone);
  const rows: LetterRow[] = [
    { label: say("mail.auto_renew.level"), value: oneLine(row.level_name) },
    ...(last === null ? [] : [{ label: say("mail.auto_renew.ends"), value: day(Temporal.PlainDate.from(last)) }]),
    ...(card === "" || told.is === "cancelled" ? [] : [{ label: say("mail.auto_renew.card"), value: card }]),
    ...(charged === undefined || isLapsing ? [] : [{ label: say("mail.auto_renew.day"), value: charged }]),
    ...(told.is === "announced" && !isLapsing
      ? [{ label: say("mail.auto_renew.amount"), value: money(price), total: true }]
      : []),
  ];
  const quiet = (text: string): Part => ({ kind: "words", text, quiet: true });
  const account: LetterLink = { label: say("mail.auto_renew.account"), path: `/${seller.slug}/my/membership` };
  const renew: LetterLink = {
    label: say("mail.auto_renew.renew"),
    path: `/${seller.slug}/membership/renew`,
  };
  const cancel: LetterLink = { label: say("mail.auto_renew.cancel"), path: cancelPath(shop, row.ticket_order_id) };
  const frame = (subject: string, intro: string, parts: readonly Part[]): Letter =>
    letterFrame(seller, shop.outside.origin, {
      subject,
      title: say(
        oneLine(row.payer_name ?? "") === "" ? "mail.auto_renew.greeting_unnamed" : "mail.auto_renew.greeting",
      ),
      intro,
      parts,
    });
  const facts: Part = { kind: "rows", rows };
  switch (told.is) {
    case "announced":
      if (isLapsing)
        return frame(say("mail.auto_renew.expires.subject"), say("mail.auto_renew.expires.intro"), [
          facts,
          { kind: "action", link: renew, more: [cancel] },
        ]);
      return frame(say("mail.auto_renew.announced.subject"), say("mail.auto_renew.announced.intro"), [
        ...(row.paid > 0 && price > row.paid && row.currency === seller.default_currency_code
          ? [{ kind: "words" as const, text: say("mail.auto_renew.announced.dearer") }]
          : []),
        facts,
        quiet(say("mail.auto_renew.announced.cancel")),
        { kind: "action", link: account, more: [cancel] },
      ]);
    case "failed":
      return frame(
        say("mail.auto_renew.failed.subject"),
        say(told.by === "card" ? "mail.auto_renew.failed.intro" : "mail.auto_renew.failed.intro_other"),
        [facts, quiet(say("mail.auto_renew.failed.hint")), { kind: "action", link: renew, more: [cancel] }],
      );
    case "asked":
      return frame(say("mail.auto_renew.asked.subject"), say("mail.auto_renew.asked.intro"), [
        facts,
        { kind: "action", link: renew, more: [cancel] },
      ]);
    case "stopped":
      return frame(say("mail.auto_renew.stopped.subject"), say(`mail.auto_renew.stopped.${told.why}`), [
        facts,
        quiet(say("mail.auto_renew.stopped.nothing")),
        { kind: "action", link: told.why === "level_gone" ? account : renew },
      ]);
    case "cancelled":
      return frame(say("mail.auto_renew.cancelled.subject"), say("mail.auto_renew.cancelled.intro"), [
        facts,
        { kind: "action", link: account },
      ]);
  }
};

const cancelPath = (shop: Pick<Shop, "seller" | "outside">, ticket_order_id: string): `/${string}` =>
  `/${shop.seller.slug}/manage/${ticket_order_id}/cancel-auto-renew?token=${orderToken(shop, ticket_order_id)}`;
