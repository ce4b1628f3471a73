import {
  captchaChallenge,
  captchaHeaders,
  type CaptchaProvider,
  type CaptchaPurpose,
} from "@foyer/contract/captcha.ts";
import type { Configuration } from "@foyer/contract/seller.ts";
import { call } from "../api/call.ts";
import { loadChunk } from "./loadChunk.ts";

/** The visitor closed the challenge, or let it run out: they have thought better of it, and nothing is said. */
export class CaptchaCancelled extends Error {
  constructor() {
    super("the captcha was left");
    this.name = "CaptchaCancelled";
  }
}

const answerOf = async (provider: CaptchaProvider, site_key: string, purpose: CaptchaPurpose): Promise<string> => {
  if (provider !== "altcha") {
    const { answerWidget } = await loadChunk(() => import("./captchaWidgets.ts"));
    return answerWidget(provider, site_key, purpose);
  }
  const [{ workOff }, task] = await Promise.all([
    loadChunk(() => import("./altchaTask.ts")),
    call(captchaChallenge, { purpose }),
  ]);
  return workOff(task);
};

/** A new answer to a captcha, in the headers that it travels in (requirements OPEN-72); none where there is no captcha. */
export const captchaAnswer = async (
  captcha: Configuration["captcha"],
  purpose: CaptchaPurpose,
): Promise<Record<string, string>> => {
  if (!captcha) return {};
  const { provider, site_key = "" } = captcha;
  const token = await answerOf(provider, site_key, purpose);
  return { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token };
};
