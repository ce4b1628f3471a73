import { findAddress, listStates, retrieveAddress } from "@foyer/contract/shop/forms/address.ts";
import { captchaChallenge } from "@foyer/contract/shop/captcha.ts";
import { route } from "../../http/mount.ts";
import { createCaptchaChallenge } from "./captcha/createCaptchaChallenge.ts";
import { findAddresses, readAddress } from "./address/addressLookup.ts";
import { statesOfCountry } from "./address/statesOfCountry.ts";

export const identityRoutes = [
  route(findAddress, (ctx, sent) => findAddresses(ctx, sent)),
  route(retrieveAddress, (ctx, sent) => readAddress(ctx, sent)),
  route(
    listStates,
    async ({ seller }, { country }) => ({
      state: { _data: [...statesOfCountry(country, seller.locale.split("-")[0] ?? "en")] },
    }),
    { cacheSeconds: 3600 },
  ),
  route(captchaChallenge, (ctx, sent) => createCaptchaChallenge(ctx, sent)),
];
