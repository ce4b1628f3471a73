import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { lastValidDay } from "@foyer/rules/membership/term.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import { ticketPrice } from "@foyer/rules/pricing/prices.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { newId } from "../../../db/newId.ts";
import type { RequestContext, SellerContext } from "../../../http/requestContext.ts";
import type { Providers } from "../../../providers/providers.ts";
import { emailLayout } from "../../../providers/mail/emailLayout.ts";
import type { EmailMessage } from "../../../providers/mail/mailTransport.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { sellerText, singleLine } from "../../../providers/mail/sellerText.ts";
import type { RenewalPlan } from "./planRenewal.ts";

const texts = {
  "mail.renewal_link.subject": "Renew your {level} membership with {seller}",
  "mail.renewal_link.title": "Hello {first_name},",
  "mail.renewal_link.title_unnamed": "Hello,",
  "mail.renewal_link.intro":
    "Your {level} membership can be renewed now. Log in and pay online; your new term will follow your current one.",
  "mail.renewal_link.level": "Membership",
  "mail.renewal_link.ends": "Ends on",
  "mail.renewal_link.price": "Price today",
  "mail.renewal_link.action": "Renew and pay",
} as const;

/** Today's price of all places, including fees and before discounts. Minor units. */
export const priceOfRenewal = (seller: Seller, { party }: Pick<RenewalPlan, "party">): number =>
  party.reduce((sum, one) => {
    const { price, fees } = ticketPrice({ ...one, id: one.ticket_type_id }, null, sellerAmountStep(seller));
    return sum + price + fees;
  }, 0);

/** Queues the e-mail that lets the holder renew and pay through the ordinary checkout. */
export const queueRenewalLink = async (
  ctx: SellerContext & Pick<RequestContext, "emailOptions"> & { readonly providers: Pick<Providers, "origin"> },
  plan: RenewalPlan,
  to_address: string,
): Promise<void> => {
  const { seller, providers } = ctx;
  const [own] = plan.party.filter(({ membership_id }) => membership_id === plan.membership_id);
  await queueEmail(ctx, {
    kind: "renewal_link",
    ref_id: plan.membership_id,
    occasion: newId(),
    to_address,
    email: renewalLinkEmail(seller, providers.origin, {
      level: plan.level,
      first_name: plan.holder.first_name,
      last_day: own ? lastValidDay(own, plan.timezone) : null,
      price: priceOfRenewal(seller, plan),
    }),
  });
};

type RenewalLink = {
  readonly level: string;
  readonly first_name: string;
  readonly last_day: string | null;
  /** Minor units. */
  readonly price: number;
};

/** The e-mail with the link to renew. */
export const renewalLinkEmail = (
  seller: Seller,
  origin: string,
  { level, first_name, last_day, price }: RenewalLink,
): EmailMessage => {
  const translate = sellerText(seller, texts, { seller: seller.name, level, first_name });
  const day = (date: string): string =>
    Temporal.PlainDate.from(date).toLocaleString(seller.locale, { day: "numeric", month: "long", year: "numeric" });
  const isUnnamed = singleLine(first_name) === "";
  return emailLayout(seller, origin, {
    subject: translate("mail.renewal_link.subject"),
    title: translate(isUnnamed ? "mail.renewal_link.title_unnamed" : "mail.renewal_link.title"),
    intro: translate("mail.renewal_link.intro"),
    about: "membership",
    parts: [
      {
        kind: "rows",
        rows: [
          { label: translate("mail.renewal_link.level"), value: singleLine(level) },
          ...(last_day === null ? [] : [{ label: translate("mail.renewal_link.ends"), value: day(last_day) }]),
          {
            label: translate("mail.renewal_link.price"),
            value: moneyFormatter(seller, seller.default_currency_code)(toDecimal(price, seller.default_currency_code)),
            total: true,
          },
        ],
      },
      {
        kind: "action",
        link: { label: translate("mail.renewal_link.action"), path: `/${seller.slug}/membership/renew` },
      },
    ],
  });
};
