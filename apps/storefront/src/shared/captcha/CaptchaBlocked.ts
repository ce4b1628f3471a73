/** The script of a captcha's provider did not load, as with an ad blocker. */
export class CaptchaBlocked extends Error {
  /** The provider's name as people know it. */
  readonly provider: string;

  constructor(provider: string) {
    super(`the captcha of ${provider} did not load`);
    this.name = "CaptchaBlocked";
    this.provider = provider;
  }
}
