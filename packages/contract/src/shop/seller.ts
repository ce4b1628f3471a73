import * as z from "zod/mini";
import { Currency, Id, Slug, Money } from "../basics.ts";
import { SellerGate } from "./settings/gateSettings.ts";
import { SignInLimits } from "./settings/signInLimits.ts";
import { CardGatewayId } from "./cardGateways.ts";
import { CaptchaProvider } from "./captcha.ts";
import { SelfEdit } from "./aftersale/changePolicy.ts";
import { IdentityForm } from "./forms/identityForm.ts";
import { InvoiceSettings } from "./aftersale/invoiceSettings.ts";
import { PictureFocus } from "./pictureFocus.ts";
import { emailPattern } from "../emailPattern.ts";
import { Theme } from "../theme.ts";
import { accountPattern } from "./tax.ts";

/** A link that a seller shows: https, mailto, tel, or a path of the seller's storefront. */
export const SafeLink = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(
      /^(?:https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?|\/(?![/\\])\S*|mailto:[^\s@]+@[^\s@]+|tel:\+?[\d ()-]+)$/,
      "must be a link that begins with https://, mailto: or tel:, or a path of the storefront, like /harbor/events",
    ),
  );

/** One plain e-mail address: no quoting, no lists. */
export const MailAddress = z.string().check(
  z.maxLength(254),
  z.regex(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i),
  z.refine((text) => emailPattern.test(text)),
);

export const NamedLink = z.strictObject({ label: z.string().check(z.maxLength(120)), href: SafeLink });

/** Branding and texts of a seller as a catalogue says them. Image fields name an image by its key. */
export const SellerMetaInFile = z.strictObject({
  logo: z.optional(z.string()),
  logo_dark: z.optional(z.string()),
  favicon: z.optional(z.string()),
  share_image: z.optional(z.string()),
  tagline: z.optional(z.string().check(z.maxLength(300))),
  /** On the home page, for sellers that have one. */
  home_image: z.optional(z.string()),
  home_image_alternate_text: z.optional(z.string()),
  completed_image: z.optional(z.string()),
  completed_mobile_image: z.optional(z.string()),
  completed_image_alternate_text: z.optional(z.string()),
  completed_content_offset: z.optional(z.string()),
  completed_content_mobile_offset: z.optional(z.string()),
  completed_order_message: z.optional(z.string()),
  completed_order_links: z.optional(z.array(NamedLink)),
});

/** The same with the pictures' own data. Image fields hold the id of an image asset. */
export const SellerMeta = z.extend(SellerMetaInFile, {
  share_image_focus: z.optional(PictureFocus),
  home_image_focus: z.optional(PictureFocus),
  completed_image_focus: z.optional(PictureFocus),
  completed_mobile_image_focus: z.optional(PictureFocus),
});

export const ContentBlock = z.strictObject({
  id: z.string(),
  slot: z.enum(["top", "bottom"]),
  html: z.string().check(z.maxLength(20000)),
  routes: z.optional(z.array(z.string())),
  /** On an event's page: shown only for these events. */
  event_ids: z.optional(z.array(Id)),
  roles: z.optional(z.array(z.enum(["anonymous", "member"]))),
  enabled: z.optional(z.boolean()),
});

const WrittenPage = z.strictObject({ html: z.string().check(z.minLength(1), z.maxLength(100_000)) });

/** Settings of the seller's storefront pages. */
export const WebSettings = z.strictObject({
  home_options: z.optional(z.array(z.string())),
  membership_presell: z.optional(z.boolean()),
  membership_event_id: z.optional(Id),
  admission_event_id: z.optional(Id),
  listing_title: z.optional(z.string()),
  collections: z.optional(
    z.array(z.strictObject({ id: z.string(), title: z.string(), categories: z.array(z.string()) })),
  ),
  show_remaining_session_capacity_threshold: z.optional(z.int().check(z.minimum(0), z.maximum(1000))),
  price_display: z.optional(z.enum(["all", "sessions_and_tickets", "off"])),
  session_picker_tabs: z.optional(
    z.array(z.strictObject({ label: z.string(), start: z.string(), end: z.string() })).check(z.maxLength(3)),
  ),
  reserve_flow: z.optional(z.enum(["date_first", "quantity_first"])),
  /** Before the first reservation, ask visitors once whether to log in or continue as a guest. */
  offer_login_at_reserve: z.optional(z.boolean()),
  /** The donation event that the checkout offers. */
  checkout_donation_event_id: z.optional(Id),
  /** The analytics container. Nothing is sent without one, nor without the visitor's consent. */
  analytics: z.optional(z.strictObject({ container_id: z.string().check(z.regex(/^GTM-[A-Z0-9]{4,12}$/)) })),
  /** Visits require city-pass vouchers unless the config of their event says otherwise. Other tickets never do. */
  citypass: z.optional(z.boolean()),
  conflict_padding_minutes: z.optional(z.int()),
  skip_upsells: z.optional(z.boolean()),
  footer_links: z.optional(z.array(NamedLink)),
  content_blocks: z.optional(z.array(ContentBlock)),
  terms: z.optional(
    z.strictObject({
      html: z.string(),
      viewing_is_optional: z.optional(z.boolean()),
      /** Paying accepts the terms: a sentence says so beside the button, instead of a box to tick. */
      accepted_by_paying: z.optional(z.boolean()),
      version: z.string(),
    }),
  ),
  /** HTML of the seller's own pages. A page that is absent does not exist. */
  pages: z.optional(
    z.strictObject({
      privacy: z.optional(WrittenPage),
      imprint: z.optional(WrittenPage),
      accessibility: z.optional(WrittenPage),
    }),
  ),
  external_completed_order_url: z.optional(z.string()),
  external_membership_url: z.optional(SafeLink),
  redirects: z.optional(
    z.strictObject({
      require_seller_prefix: z.optional(z.boolean()),
      disable_home_route: z.optional(z.boolean()),
      target: z.optional(SafeLink),
    }),
  ),
  external_urls: z.optional(z.strictObject({ login: z.optional(SafeLink), logout: z.optional(SafeLink) })),
});

/** How a seller's visitors log in. */
export const LoginMethod = z.enum([
  "password",
  "otp",
  "otp_or_password",
  "scan_code",
  "scan_code_password",
  "scan_code_last_name",
  "scan_code_zip",
  "scan_code_email",
  "auth0",
  "sso",
  "external",
  "none",
]);
/** Replaces a method that this version does not know: nobody can log in, and everything else works. */
export const unknownLoginMethod = "unknown";

/** Behaviour of the seller's shop. */
export const Configuration = z.strictObject({
  authentication: z.optional(z.enum([...LoginMethod.options, unknownLoginMethod])),
  /** Login details for every method. */
  login: z.optional(
    z.strictObject({
      /** One-time codes contain letters as well as digits. */
      otp_alphanumeric: z.optional(z.boolean()),
      /** What a link requires beside the member number; by default what the login form asks for. */
      link_needs: z.optional(z.enum(["nothing", "zip_code", "last_name", "email"])),
      /** The prefix of placeholder e-mail addresses; 'noemail' by default. */
      no_email_prefix: z.optional(z.string().check(z.minLength(3), z.maxLength(30))),
      /** A pattern (rules/values/safePattern.ts) of real addresses that begin with that prefix: test accounts. */
      test_accounts: z.optional(z.string().check(z.maxLength(200))),
    }),
  ),
  login_path: z.optional(z.string()),
  login_callback_path: z.optional(z.string()),
  my_account_pages: z.optional(
    z.strictObject({ my_profile: z.boolean(), upcoming_events: z.boolean(), recent_orders: z.boolean() }),
  ),
  ask_to_autorenew: z.optional(z.boolean()),
  member_reserve_session_beyond_term: z.optional(z.enum(["always", "if_autorenew", "otherwise"])),
  citypass_code_groups: z.optional(
    z.strictObject({
      adult_regexp: z.string(),
      child_regexp: z.string(),
      child_ticket_type_keywords: z.optional(z.array(z.string())),
    }),
  ),
  renewal: z.optional(
    z.strictObject({
      allowed_period: z.int(),
      automatic: z.optional(z.enum(["prompt", "always", "never"])),
      /**
       * Automatic renewal, in days: when the charge is made before the end, how long before that it is announced, and
       * how long after the end it is retried.
       */
      charge_days: z.optional(z.int().check(z.minimum(0), z.maximum(90))),
      notice_days: z.optional(z.int().check(z.minimum(1), z.maximum(60))),
      grace_days: z.optional(z.int().check(z.minimum(0), z.maximum(60))),
    }),
  ),
  self_edit: z.optional(SelfEdit),
  /** The most that staff without the permission `order.refund_any` can refund in total: per order, and per day. */
  refund_limits: z.optional(z.strictObject({ order: z.optional(Money), day: z.optional(Money) })),
  /**
   * Account codes of the seller's bookkeeping for accounts of the journal (`sales`, `tax:20`, `tax:5:VAT`), or for a whole
   * family (`cash`, `tax`).
   */
  account_codes: z.optional(
    z.record(z.string().check(z.regex(accountPattern)), z.string().check(z.minLength(1), z.maxLength(40))),
  ),
  /** The number of tickets that each staff member without the permission `order.override` can give away per day. */
  comp_limits: z.optional(z.strictObject({ day: z.int().check(z.minimum(0), z.maximum(10_000)) })),
  /** The difference up to which a till can be closed without a reason; zero if absent. */
  till_limits: z.optional(z.strictObject({ difference: Money })),
  /** The seller issues invoices. Without it there are none. */
  invoice: z.optional(InvoiceSettings),
  upsells: z.optional(
    z.strictObject({
      visit_time: z.optional(z.string()),
      /** Add-on events offered once an admission (the anchor) is in the cart. */
      chain: z.optional(z.array(Id).check(z.maxLength(20))),
      /** All add-ons of the chain as cards on one page (the default), or one event page after another. */
      chain_form: z.optional(z.enum(["one_page", "one_by_one"])),
      /** The categories of the upsell listing. */
      categories: z.optional(z.array(z.string())),
    }),
  ),
  /** Minutes for which a cart holds its tickets; see `cartLimits`. */
  hold_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
  /** Fields that a purchaser is asked for besides name and e-mail. */
  identity_form: z.optional(IdentityForm),
  /** What one visitor, or one IP address, may hold in several carts at once; defaults in `holdLimits`. */
  hold_limits: z.optional(
    z.strictObject({
      carts_of_visitor: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
      carts_of_address: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
      /** Percent of a session's capacity. */
      share_of_visitor: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
      share_of_address: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    }),
  ),
  gateway: z.optional(CardGatewayId),
  /** The sender of the seller's e-mails. Its domain has to authorise the platform's mail server. */
  mail_from: z.optional(MailAddress),
  /** The reply-to address of the seller's e-mails. */
  mail_reply_to: z.optional(MailAddress),
  /** Resending orders by e-mail address gets the same answer whether there are orders or not. */
  strict_resend: z.optional(z.boolean()),
  /** Days for which the seller keeps abandoned carts, the names of failed purchases and the text of e-mails. */
  retention_days: z.optional(
    z.strictObject({
      carts: z.optional(z.int().check(z.minimum(1), z.maximum(3650))),
      abandoned_purchases: z.optional(z.int().check(z.minimum(180), z.maximum(3650))),
      emails: z.optional(z.int().check(z.minimum(7), z.maximum(3650))),
    }),
  ),
  /** The ledger to which gift cards belong. Without one, the seller has no gift cards. */
  ledger_id: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))),
  /**
   * `max_amount`: the maximum amount for which staff can issue a card or to which they can raise its balance. `never_end`:
   * cards have no end.
   */
  gift_cards: z.optional(z.strictObject({ max_amount: z.optional(Money), never_end: z.optional(z.boolean()) })),
  /** The captcha for visitors who are not logged in. `site_key` is the provider's public key; altcha needs none. */
  captcha: z.optional(
    z.strictObject({ provider: CaptchaProvider, site_key: z.optional(z.string().check(z.maxLength(200))) }),
  ),
  /** The address lookup. `countries` in two lower-case letters each. */
  address_lookup: z.optional(
    z.strictObject({
      provider: z.enum(["offline", "loqate"]),
      countries: z.optional(z.array(z.string().check(z.regex(/^[a-z]{2}$/)))),
    }),
  ),
  /** What staff at the gate can decide. */
  gate: z.optional(SellerGate),
  /** After how long without use staff sign-ins end at a till and at a paired device. */
  sign_ins: z.optional(SignInLimits),
  /** Promo codes that apply to a postcode, by country: a US ZIP of five digits or a UK postcode. */
  zip_codes: z.optional(z.strictObject({ us: z.optional(z.string()), gb: z.optional(z.string()) })),
});

/** The seller's public data. */
export const Seller = z.object({
  id: Id,
  slug: Slug,
  /** The host name that serves only this seller's pages. Without one they are at the shared address. */
  host: z.optional(z.string()),
  name: z.string(),
  default_currency_code: Currency,
  locale: z.string(),
  timezone: z.string(),
  meta: SellerMeta,
  theme: Theme,
  strings: z.record(z.string(), z.string()),
  web: WebSettings,
  configuration: Configuration,
  /** The operator has taken the seller off sale; its orders stay accessible. */
  is_suspended: z.optional(z.boolean()),
  /**
   * The seller is a preview of a catalogue with its drafts, until this time: only test cards work, and no e-mail is sent.
   */
  preview_until: z.optional(z.string()),
});
export type Seller = z.infer<typeof Seller>;
export type SellerMeta = z.infer<typeof SellerMeta>;
export type WebSettings = z.infer<typeof WebSettings>;
export type Configuration = z.infer<typeof Configuration>;
export type ContentBlock = z.infer<typeof ContentBlock>;
export type NamedLink = z.infer<typeof NamedLink>;
