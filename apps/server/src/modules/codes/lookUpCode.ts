import { promoCodeLimits, type CodeLookup, type lookUpCode as lookUpCodeCall } from "@foyer/contract/codes.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { foldCode, isUsedUp } from "@foyer/rules/codes.ts";
import { opensOf } from "@foyer/rules/codesAtWork.ts";
import { isOffered, type Discount } from "@foyer/rules/discounts.ts";
import { discountedAlone } from "@foyer/rules/advertised.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { asGuess } from "./codeGuesses.ts";
import { discountsOf } from "./codeDesk.ts";
import { giftLevels, levelRows } from "./giftLevels.ts";
import { codeByText, soldTypes } from "./lookUpCode.sql.ts";

type Sent = Received<typeof lookUpCodeCall>;

/**
 * What a code is good for, without a cart. Whether it is there or not the same is read and worked out: how long the answer
 * takes tells nothing (T34).
 */
export const lookUpCode = async (ask: Ask, { code: text, mode }: Sent): Promise<Reply<typeof lookUpCodeCall>> => {
  if (text.trim().length < promoCodeLimits.min)
    throw new Refused({ code: "validation_failed", context: "code", extra: { fields: ["code"] } });
  return asGuess(ask, async () => {
    const { db, seller } = ask;
    const code = await codeByText(db, seller.id, foldCode(text));
    const discounts = await discountsOf(db, seller.id);
    const types = await soldTypes(db, seller.id);
    const sold = await levelRows(db, seller.id);
    const opened = code ? opensOf(code) : [];
    const ofCode = ({ code_group_ids }: Discount) => code_group_ids.some((id) => opened.includes(id));
    const isShown = (discount: Discount) =>
      ofCode(discount) || (mode === "advertise" && discount.code_group_ids.length === 0);
    const now = Temporal.Instant.from(code?.now ?? discounts[0]?.now ?? ask.now.toString());
    const inForce = discounts.filter((discount) => isOffered(discount, now));
    const ticket_types = types.flatMap((type): CodeLookup["ticket_types"] => {
      const price = discountedAlone(type, inForce.filter(isShown));
      if (price === type.face_value) return [];
      return [
        {
          id: type.ticket_type_id,
          name: type.name,
          ticket_group_id: type.ticket_group_id,
          event_template_id: type.event_template_id,
          currency_amount: toWire(type.currency_amount, seller.default_currency_code),
          discounted_amount: toWire(price, seller.default_currency_code),
          event_template_category: type.event_template_category,
        },
      ];
    });
    const levels = giftLevels(seller, sold, inForce.filter(ofCode));
    if (!code) throw new Refused({ code: "code_not_found", context: "code", extra: { code: text.trim() } });
    const { valid_from, valid_to, is_gift, group } = code;
    const exhausted = isUsedUp(code) || isUsedUp(group);
    return {
      code: {
        _data: [
          { code: code.code, valid_from, valid_to, exhausted, ticket_types, is_gift, levels: is_gift ? levels : [] },
        ],
      },
    };
  });
};
