import type { KeyTrial } from "./payments/keyTrial.ts";
import type { ServiceKeyTrial } from "./serviceKeyTrial.ts";
import type { AddressLookupFinder } from "./addresses/addressLookup.ts";
import type { CaptchaFinder } from "./captcha/captcha.ts";
import type { MailTransport } from "./mail/mailTransport.ts";
import type { SenderChecker } from "./mail/sender/checkSender.ts";
import type { GatewayFinder } from "./payments/paymentGateway.ts";
import type { OidcFinder, JwtVerifierFinder } from "./sso/sso.ts";
import type { WalletFinder } from "./wallet/wallet.ts";

/** Everything outside the application that a use case may access. */
export type Providers = {
  /** Signs `text` with the server's secret, for links in e-mails and order tokens. 43 characters, base64url. */
  readonly sign: (text: string) => string;
  readonly findGateway: GatewayFinder;
  /** The same for previews: the test gateway and gift cards, in production too. */
  readonly findPreviewGateway: GatewayFinder;
  /** Asks a payment provider whether keys work. */
  readonly tryGatewayKeys: KeyTrial;
  /** Asks another service whether keys work. */
  readonly tryServiceKeys: ServiceKeyTrial;
  readonly findAddressLookup: AddressLookupFinder;
  readonly findCaptcha: CaptchaFinder;
  readonly findWallets: WalletFinder;
  readonly findOidcProvider: OidcFinder;
  readonly findJwtVerifier: JwtVerifierFinder;
  /** Checks whether a domain allows the mail server to send for it. */
  readonly checkSender: SenderChecker;
  /** Undefined if e-mails stay in the outbox, where `/_dev/outbox` shows them. */
  readonly mail: MailTransport | undefined;
  /** The public address of the pages, without a trailing slash; links in e-mails start with it (sellerOrigin.ts). */
  readonly origin: string;
  /** The installation's own address, to which providers report, even if a seller has a host of its own. */
  readonly webhookOrigin: string;
};
