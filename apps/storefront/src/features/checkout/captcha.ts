import { captchaChallenge, captchaHeaders, type CaptchaProvider } from "@foyer/contract/captcha.ts";
import type { PaymentOffer } from "@foyer/contract/checkout.ts";
import type { Configuration } from "@foyer/contract/seller.ts";
import { goesOn } from "@foyer/rules/goesOn.ts";
import { call } from "../../api/call.ts";
import { loadChunk } from "../../shared/loadChunk.ts";

/** The visitor closed the challenge, or let it run out: they have thought better of it, and nothing is said. */
export class CaptchaCancelled extends Error {
  constructor() {
    super("the captcha was left");
    this.name = "CaptchaCancelled";
  }
}

const answerOf = async (provider: CaptchaProvider, site_key: string): Promise<string> => {
  if (provider !== "altcha") {
    const { answerWidget } = await loadChunk(() => import("./captchaWidgets.ts"));
    return answerWidget(provider, site_key, "pay");
  }
  const [{ workOff }, task] = await Promise.all([
    loadChunk(() => import("./altchaTask.ts")),
    call(captchaChallenge, { purpose: "pay" }),
  ]);
  return workOff(task);
};

/**
 * What goes along with an attempt to pay where the seller has a captcha: a new answer for each, in headers and not among
 * what is paid with (requirements OPEN-72).
 */
export const captchaFor = async (
  captcha: Configuration["captcha"],
  offers: readonly PaymentOffer[],
): Promise<Record<string, string>> => {
  if (!captcha || goesOn(offers)) return {};
  const { provider, site_key = "" } = captcha;
  const token = await answerOf(provider, site_key);
  return { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token };
};
