/** The visitor closed the challenge or let it expire: no error is shown. */
export class CaptchaCancelled extends Error {
  constructor() {
    super("the captcha was closed");
    this.name = "CaptchaCancelled";
  }
}
