import { queryOptions } from "@tanstack/react-query";
import { NotReadyForLive, readPaymentKeys } from "@foyer/contract/office/money/paymentKeys.ts";
import { callOffice, type CallError } from "../../shared/call.ts";
import { queryClient } from "../../shared/queries.ts";

export const paymentKeysQuery = (slug: string) =>
  queryOptions({ queryKey: ["payment-keys", slug], queryFn: () => callOffice(readPaymentKeys, {}, slug) });

export const refreshPaymentKeys = async (slug: string): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ["payment-keys", slug] });
  await queryClient.invalidateQueries({ queryKey: ["payment-mode", slug] });
};

const fieldLabels: Readonly<Record<string, string>> = {
  publishable_key: "Publishable key",
  secret_key: "Secret key",
  webhook_secret: "Webhook signing secret",
  payment_method_configuration: "Payment method configuration",
  key: "Key",
  find_version: "Version of Find",
  retrieve_version: "Version of Retrieve",
  hostname: "Host name",
  pass_type_id: "Pass type id",
  team_id: "Team id",
  signer_cert: "Signer certificate",
  signer_key: "Signer key",
  signer_key_passphrase: "Passphrase of the signer key",
  wwdr_cert: "WWDR certificate",
  issuer_id: "Issuer id",
  client_email: "Service account",
  private_key: "Private key",
  issuer: "Issuer",
  client_id: "Client id",
  client_secret: "Client secret",
  client_auth: "Client authentication",
  scope: "Scope",
  algorithm: "Algorithm",
  secret: "Secret",
  public_key: "Public key",
};
export const labelOfKey = (name: string): string => fieldLabels[name] ?? name;

const fieldHints: Readonly<Record<string, string>> = {
  publishable_key: "Begins with pk_test_ or pk_live_.",
  webhook_secret: "Begins with whsec_. To replace it, enter both the old and the new one, separated by a comma.",
  payment_method_configuration: "Begins with pmc_. Empty: the account's default.",
  find_version: "Empty: v1.10.",
  retrieve_version: "Empty: v1.30.",
  hostname: "The host of the page with the captcha, if it is not the storefront's own.",
  pass_type_id: "Begins with pass.",
  signer_cert: "In PEM format, with all lines.",
  signer_key: "In PEM format, with all lines.",
  wwdr_cert: "Apple's intermediate certificate, in PEM format.",
  client_email: "Ends in gserviceaccount.com.",
  private_key: "In PEM format, with all lines.",
  issuer: "The provider's address, or the name that your system signs with.",
  client_auth: "post or basic, as registered for the client. Empty: post.",
  scope: "Begins with openid. Empty: openid email profile.",
  algorithm: "Such as RS256, ES256 or HS256.",
  secret: "Only for HS256.",
  public_key: "In PEM format, for all other algorithms.",
};
export const hintOfKey = (name: string): string | undefined => fieldHints[name];

/** For the secret key of a card provider. Captchas have a key of the same name. */
export const secretKeyHint = "Begins with sk_ or rk_. It is encrypted and never shown again.";

/** The refusal, with the first error of the catalogue that prevents live keys. */
export const describeKeysRefusal = ({ code, message, extra }: CallError): string => {
  const [first] = (code === "not_ready_for_live" && NotReadyForLive.safeParse(extra).data?.errors) || [];
  return first ? `${message} ${first.chapter}, ${first.path}: ${first.message}.` : message;
};
