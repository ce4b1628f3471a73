import * as z from "zod/mini";
import { Currency, Id, Slug } from "../basics.ts";
import { CaptchaProvider } from "./captcha.ts";
import { IdentityForm } from "./identityForm.ts";
import { Theme } from "../theme.ts";

/** A link that a seller shows: https, or a path of their own storefront. */
export const SafeLink = z
  .string()
  .check(
    z.maxLength(2000),
    z.regex(/^(?:https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?|\/(?![/\\])\S*|mailto:[^\s@]+@[^\s@]+|tel:\+?[\d ()-]+)$/),
  );

/** One plain address: what would need quotes or could hold two is none. */
const MailAddress = z
  .string()
  .check(z.maxLength(254), z.regex(/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i));

export const NamedLink = z.strictObject({ label: z.string().check(z.maxLength(120)), href: SafeLink });

/** What the seller shows of themselves (requirements ENTITY-63). Image fields hold the id of an image asset. */
export const SellerMeta = z.strictObject({
  logo: z.optional(z.string()),
  logo_dark: z.optional(z.string()),
  favicon: z.optional(z.string()),
  share_image: z.optional(z.string()),
  tagline: z.optional(z.string().check(z.maxLength(300))),
  completed_image: z.optional(z.string()),
  completed_mobile_image: z.optional(z.string()),
  completed_image_alternate_text: z.optional(z.string()),
  completed_content_offset: z.optional(z.string()),
  completed_content_mobile_offset: z.optional(z.string()),
  completed_order_message: z.optional(z.string()),
  completed_order_links: z.optional(z.array(NamedLink)),
});

export const ContentBlock = z.strictObject({
  id: z.string(),
  slot: z.enum(["top", "bottom"]),
  html: z.string().check(z.maxLength(20000)),
  routes: z.optional(z.array(z.string())),
  /** On an event's page: shown beside these events alone. */
  event_ids: z.optional(z.array(Id)),
  roles: z.optional(z.array(z.enum(["anonymous", "member"]))),
  enabled: z.optional(z.boolean()),
});

/** Where the seller's storefront differs in what it shows. */
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
  /** A visitor who is not logged in is asked once, before the first reservation, whether to log in or shop as a guest. */
  offer_login_at_reserve: z.optional(z.boolean()),
  /** The event of donations that is offered at the checkout. */
  checkout_donation_event_id: z.optional(Id),
  /** Where measurements go: nowhere without a container, and never without the visitor's consent. */
  analytics: z.optional(z.strictObject({ container_id: z.string().check(z.regex(/^GTM-[A-Z0-9]{4,12}$/)) })),
  /** Events ask for city-pass vouchers, unless they say otherwise themselves. */
  citypass: z.optional(z.boolean()),
  conflict_padding_minutes: z.optional(z.int()),
  skip_upsells: z.optional(z.boolean()),
  footer_links: z.optional(z.array(NamedLink)),
  content_blocks: z.optional(z.array(ContentBlock)),
  terms: z.optional(
    z.strictObject({ html: z.string(), viewing_is_optional: z.optional(z.boolean()), version: z.string() }),
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

/** The gateways that take cards; a seller has one of them. */
export const CardGatewayId = z.enum(["test", "stripe"]);
export type CardGatewayId = z.infer<typeof CardGatewayId>;
/** Every gateway; `ledger` takes the seller's own gift cards. */
export type GatewayId = CardGatewayId | "ledger";

/** How the seller's shop behaves (requirements ENTITY-71 to 78). */
export const Configuration = z.strictObject({
  authentication: z.optional(
    z.enum([
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
    ]),
  ),
  /** Details of logging in, whichever way it is. */
  login: z.optional(
    z.strictObject({
      /** One-time codes of letters and digits; else of digits alone (requirements OPEN-46). */
      otp_alphanumeric: z.optional(z.boolean()),
      /** What goes with a member's number in a link; usually what the form asks for beside it. */
      link_needs: z.optional(z.enum(["nothing", "zip_code", "last_name", "email"])),
      /** How addresses begin that only stand in for one; usually 'noemail' (requirements OPEN-51). */
      no_email_prefix: z.optional(z.string().check(z.minLength(3), z.maxLength(30))),
      /** Whole addresses that are real although they begin so: accounts of tests. A pattern as of `pattern.ts`. */
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
      /** Of memberships that renew themselves, in days: charged before the end, told before that, and tried after the end. */
      charge_days: z.optional(z.int().check(z.minimum(0), z.maximum(90))),
      notice_days: z.optional(z.int().check(z.minimum(1), z.maximum(60))),
      grace_days: z.optional(z.int().check(z.minimum(0), z.maximum(60))),
    }),
  ),
  self_edit: z.optional(
    z.strictObject({
      enabled: z.boolean(),
      anon_editing: z.boolean(),
      categories: z.optional(z.array(z.string())),
      horizon_days: z.optional(z.int()),
      horizon_hours: z.optional(z.int()),
    }),
  ),
  upsells: z.optional(
    z.strictObject({
      visit_time: z.optional(z.string()),
      /** Add-on events offered one after another once the anchor is in the cart (requirements OPEN-91). */
      chain: z.optional(z.array(Id).check(z.maxLength(20))),
      /** Categories that the upsell listing is limited to. */
      categories: z.optional(z.array(z.string())),
    }),
  ),
  /** Minutes that a cart holds its tickets. */
  hold_minutes: z.optional(z.int().check(z.minimum(1), z.maximum(120))),
  /** What a purchaser is asked besides name and e-mail. */
  identity_form: z.optional(IdentityForm),
  /** What one visitor, or one address, may hold at once in several carts; limits.ts has the usual numbers. */
  hold_limits: z.optional(
    z.strictObject({
      carts_of_visitor: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
      carts_of_address: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
      /** Percent of a session's places. */
      share_of_visitor: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
      share_of_address: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    }),
  ),
  gateway: z.optional(CardGatewayId),
  /** The sender of the seller's letters, where it is not the house's; its domain has to allow the house's mail server. */
  mail_from: z.optional(MailAddress),
  /** Where answers to the seller's letters go. */
  mail_reply_to: z.optional(MailAddress),
  /** Whoever asks for their orders by an address hears the same whether there are any or not (security.md D1). */
  strict_resend: z.optional(z.boolean()),
  /** The ledger that gift cards belong to; without it there are none (requirements OPEN-69). */
  ledger_id: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))),
  /** Asked of visitors who are not logged in before they pay. `site_key` is the provider's public one; altcha needs none. */
  captcha: z.optional(
    z.strictObject({ provider: CaptchaProvider, site_key: z.optional(z.string().check(z.maxLength(200))) }),
  ),
  /** Where addresses are looked up; `countries` in two small letters each. */
  address_lookup: z.optional(
    z.strictObject({
      provider: z.enum(["offline", "loqate"]),
      countries: z.optional(z.array(z.string().check(z.regex(/^[a-z]{2}$/)))),
    }),
  ),
  /** Codes that a post code puts to work (requirements OPEN-43): a US zip of five digits, a UK postcode. */
  zip_codes: z.optional(z.strictObject({ us: z.optional(z.string()), gb: z.optional(z.string()) })),
});

/** The seller as the browser may know them: nothing here is secret. */
export const Seller = z.object({
  id: Id,
  slug: Slug,
  name: z.string(),
  default_currency_code: Currency,
  locale: z.string(),
  timezone: z.string(),
  meta: SellerMeta,
  theme: Theme,
  strings: z.record(z.string(), z.string()),
  web: WebSettings,
  configuration: Configuration,
});
export type Seller = z.infer<typeof Seller>;
export type SellerMeta = z.infer<typeof SellerMeta>;
export type WebSettings = z.infer<typeof WebSettings>;
export type Configuration = z.infer<typeof Configuration>;
export type ContentBlock = z.infer<typeof ContentBlock>;
export type NamedLink = z.infer<typeof NamedLink>;
