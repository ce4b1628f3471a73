import type { CaptchaProvider } from "@foyer/contract/shop/captcha.ts";
import { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { LoginMethod } from "@foyer/contract/shop/seller.ts";
import { defaultCardGateway } from "@foyer/rules/checkout/gateways.ts";

/** An option, with an explanation of what visitors will see. */
export type ExplainedOption = { readonly value: string; readonly label: string; readonly sentence: string };

type Named = { readonly label: string; readonly sentence: string };

/** The option named `otherwise` means the same as an absent value and is not written to the document. */
const choicesOf = <Name extends string>(
  named: Readonly<Record<Name, Named>>,
  otherwise: NoInfer<Name>,
): readonly ExplainedOption[] =>
  (Object.keys(named) as Name[]).map((name) => ({ value: name === otherwise ? "" : name, ...named[name] }));

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

export const gatewayChoices: readonly ExplainedOption[] = CardGatewayId.options.map((gateway) =>
  gateway === defaultCardGateway
    ? {
        value: "",
        label: "Test cards",
        sentence: "Visitors can pay only with test cards. Nobody is charged.",
      }
    : {
        value: gateway,
        label: capitalized(gateway),
        sentence: `Visitors pay by card and wallet through ${capitalized(gateway)}. Store its keys under Payment keys. Without them nothing can be bought.`,
      },
);

const logins: Readonly<Record<(typeof LoginMethod.options)[number], Named>> = {
  password: {
    label: "With a password",
    sentence: "Members type their email address and a password, and can set a new one by email.",
  },
  otp: {
    label: "With a code by email",
    sentence: "Members type their email address and the code that is sent there. There are no passwords.",
  },
  otp_or_password: {
    label: "With a code or a password",
    sentence: "Members choose between a code by email and their password.",
  },
  scan_code: {
    label: "With the member number only",
    sentence: "Anybody who knows a member number gets member prices. There is no account, and no orders are shown.",
  },
  scan_code_password: {
    label: "With member number and password",
    sentence: "Members type the number on their card and their password.",
  },
  scan_code_last_name: {
    label: "With member number and last name",
    sentence: "Members type the number on their card and their last name.",
  },
  scan_code_zip: {
    label: "With member number and postcode",
    sentence: "Members type the number on their card and their postcode.",
  },
  scan_code_email: {
    label: "With member number and email address",
    sentence: "Members type the number on their card and their email address.",
  },
  auth0: {
    label: "At Auth0",
    sentence: "Members are sent to your login at Auth0 and come back logged in. Store its keys under Service keys.",
  },
  sso: {
    label: "At your OpenID provider",
    sentence: "Members are sent to your own login and come back logged in. Store its keys under Service keys.",
  },
  external: {
    label: "At a page of your own",
    sentence:
      "Members are sent to the login page of your website and come back with a signed token. Store the key that checks it under Service keys.",
  },
  none: {
    label: "Not at all",
    sentence: "There is no login: everybody buys as a guest, and nobody gets member prices.",
  },
};
export const loginChoices = choicesOf(logins, "password");

type LinkDetail = "as_login" | "nothing" | "last_name" | "zip_code" | "email";
const linkDetails: Readonly<Record<LinkDetail, Named>> = {
  as_login: {
    label: "What the login asks for",
    sentence: "A link that carries a member number asks for the same as the login.",
  },
  nothing: { label: "Nothing else", sentence: "Anybody with the link is logged in. Send it only to the member." },
  last_name: { label: "The last name", sentence: "Anybody who opens the link must enter the member’s last name." },
  zip_code: { label: "The postcode", sentence: "Anybody who opens the link must enter the member’s postcode." },
  email: {
    label: "The email address",
    sentence: "Anybody who opens the link must enter the member’s email address.",
  },
};
export const linkChoices = choicesOf(linkDetails, "as_login");

const captchas: Readonly<Record<"none" | CaptchaProvider, Named>> = {
  none: { label: "Are asked nothing", sentence: "Visitors do not have to show at the checkout that they are human." },
  altcha: {
    label: "Solve ALTCHA",
    sentence: "Built in. The browser works for a second, visitors type nothing, and no other company is involved.",
  },
  recaptcha: {
    label: "Solve reCAPTCHA",
    sentence: "The checkout loads Google’s script, which may show pictures to choose from.",
  },
  hcaptcha: {
    label: "Solve hCaptcha",
    sentence: "The checkout loads hCaptcha’s script, which may show pictures to choose from.",
  },
  turnstile: {
    label: "Solve Turnstile",
    sentence: "The checkout loads Cloudflare’s script, which usually asks nothing of visitors.",
  },
};
export const captchaChoices = choicesOf(captchas, "none");
