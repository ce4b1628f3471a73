import {
  captchaChallenge,
  captchaHeaders,
  type CaptchaProvider,
  type CaptchaPurpose,
} from "@foyer/contract/shop/captcha.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { call } from "../../api/call.ts";
import { loadChunk } from "../loading/loadChunk.ts";

const solveCaptcha = async (provider: CaptchaProvider, site_key: string, purpose: CaptchaPurpose): Promise<string> => {
  if (provider !== "altcha") {
    const { solveWidget } = await loadChunk(() => import("./solveWidget.ts"));
    return solveWidget(provider, site_key, purpose);
  }
  const [{ solveAltcha }, task] = await Promise.all([
    loadChunk(() => import("./solveAltcha.ts")),
    call(captchaChallenge, { purpose }),
  ]);
  return solveAltcha(task);
};

/** The headers with a new captcha token; empty if no captcha is used. */
export const requestCaptchaHeaders = async (
  captcha: Configuration["captcha"],
  purpose: CaptchaPurpose,
): Promise<Record<string, string>> => {
  if (!captcha) return {};
  const { provider, site_key = "" } = captcha;
  const token = await solveCaptcha(provider, site_key, purpose);
  return { [captchaHeaders.provider]: provider, [captchaHeaders.token]: token };
};
