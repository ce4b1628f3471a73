import { queryOptions } from "@tanstack/react-query";
import { readServiceKeys, type KeyedService } from "@foyer/contract/office/money/serviceKeys.ts";
import { callOffice } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";

export const serviceKeysQuery = (slug: string) =>
  queryOptions({ queryKey: ["service-keys", slug], queryFn: () => callOffice(readServiceKeys, {}, slug) });

export const refreshServiceKeys = async (slug: string): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ["service-keys", slug] });
};

type ServiceTexts = {
  readonly title: string;
  readonly lead: string;
  /** Shown if the catalogue does not use the stored keys. */
  readonly unused: string;
};

const captchaTexts = (title: string, provider: string): ServiceTexts => ({
  title,
  lead: "Replaces the built-in captcha. The site key is in the catalogue, the secret key is stored here.",
  unused: `These keys are not used until the catalogue says captcha: ${provider} in its configuration.`,
});

export const serviceTexts: Readonly<Record<KeyedService, ServiceTexts>> = {
  loqate: {
    title: "Loqate",
    lead: "Completes the addresses that visitors type.",
    unused: "These keys are not used until the catalogue says address_lookup: loqate in its configuration.",
  },
  recaptcha: captchaTexts("reCAPTCHA", "recaptcha"),
  hcaptcha: captchaTexts("hCaptcha", "hcaptcha"),
  turnstile: captchaTexts("Turnstile", "turnstile"),
  apple_wallet: {
    title: "Apple Wallet",
    lead: "Visitors can add their tickets and member cards to the Wallet of an iPhone.",
    unused: "",
  },
  google_wallet: {
    title: "Google Wallet",
    lead: "Visitors can add their tickets and member cards to Google Wallet.",
    unused: "",
  },
  oidc: {
    title: "OpenID provider",
    lead: "Members log in at your own provider.",
    unused: "These keys are not used until the catalogue says authentication: sso in its configuration.",
  },
  jwt: {
    title: "Signed logins",
    lead: "Members arrive logged in from your own system, which signs their logins.",
    unused: "These keys are not used until the catalogue says authentication: external in its configuration.",
  },
};
