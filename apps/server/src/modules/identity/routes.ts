import { findAddress, listStates, retrieveAddress } from "@foyer/contract/shop/forms/address.ts";
import { captchaChallenge } from "@foyer/contract/shop/captcha.ts";
import { route } from "../../http/mount.ts";
import { createCaptchaChallenge } from "./captcha/createCaptchaChallenge.ts";
import { findAddresses, readAddress } from "./address/addressLookup.ts";
import { statesOfCountry } from "./address/statesOfCountry.ts";

export const identityRoutes = [
  route(findAddress, (ctx, sent) => findAddresses(ctx, sent), {
    refuses: ["address_lookup_failed", "too_many_requests"],
  }),
  route(retrieveAddress, (ctx, sent) => readAddress(ctx, sent), {
    refuses: ["address_lookup_failed", "too_many_requests"],
  }),
  route(
    listStates,
    async ({ seller }, { country }) => ({
      state: { _data: [...statesOfCountry(country, seller.locale.split("-")[0] ?? "en")] },
    }),
    { cacheSeconds: 3600 },
  ),
  route(captchaChallenge, (ctx, sent) => createCaptchaChallenge(ctx, sent), {
    refuses: ["not_found", "too_many_requests"],
  }),
];
