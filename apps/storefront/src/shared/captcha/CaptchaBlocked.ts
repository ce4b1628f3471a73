/** The script of a captcha's provider did not load, for example because of an ad blocker. */
export class CaptchaBlocked extends Error {
  /** The provider's public name. */
  readonly provider: string;

  constructor(provider: string) {
    super(`the captcha of ${provider} did not load`);
    this.name = "CaptchaBlocked";
    this.provider = provider;
  }
}
