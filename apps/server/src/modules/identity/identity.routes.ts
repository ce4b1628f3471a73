import { findAddress, listStates, retrieveAddress } from "@foyer/contract/address.ts";
import { captchaChallenge } from "@foyer/contract/captcha.ts";
import { on } from "../../http/mount.ts";
import { giveChallenge } from "./giveChallenge.ts";
import { findAddresses, retrieveAddressOf } from "./lookUpAddress.ts";
import { statesOf } from "./states.ts";

export const identityRoutes = [
  on(findAddress, (ask, sent) => findAddresses(ask, sent)),
  on(retrieveAddress, (ask, sent) => retrieveAddressOf(ask, sent)),
  on(
    listStates,
    async ({ seller }, { country }) => ({
      state: { _data: [...statesOf(country, seller.locale.split("-")[0] ?? "en")] },
    }),
    { keep: 3600 },
  ),
  on(captchaChallenge, (ask, sent) => giveChallenge(ask, sent)),
];
