import type { AddressesFinder } from "./addresses/addresses.ts";
import type { CaptchaFinder } from "./captcha/captcha.ts";
import type { MailTransport } from "./mail/mail.ts";
import type { GatewayFinder } from "./payments/payments.ts";
import type { OidcFinder, SignerFinder } from "./sso/sso.ts";
import type { WalletFinder } from "./wallet/wallet.ts";

/** Everything beyond our own walls that a verb may reach. */
export type Outside = {
  /** A signature over `text` with the house's own secret: links in mails, order tokens. 43 characters, base64url. */
  readonly sign: (text: string) => string;
  readonly gatewayOf: GatewayFinder;
  readonly addressesOf: AddressesFinder;
  readonly captchaOf: CaptchaFinder;
  readonly walletsOf: WalletFinder;
  readonly oidcOf: OidcFinder;
  readonly signerOf: SignerFinder;
  /** Undefined: mails stay in the outbox, where `/_dev/outbox` shows them. */
  readonly mail: MailTransport | undefined;
  /** The public address of this server, without a slash at its end; links in mails begin with it. */
  readonly origin: string;
};
