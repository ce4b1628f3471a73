import { promoCodeLimits } from "@foyer/contract/shop/cartChange.ts";
import type { CodeLookup, lookUpCode } from "@foyer/contract/shop/codes.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { normalizeCode, isCodeUsedUp } from "@foyer/rules/pricing/codes.ts";
import { openedBy, openedCodeGroups } from "@foyer/rules/pricing/applyCodes.ts";
import { isDiscountActive, type Discount } from "@foyer/rules/pricing/discounts.ts";
import { advertisedPrice } from "@foyer/rules/pricing/advertisedPrice.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { limitLookup } from "./limitGuesses.ts";
import { readDiscounts } from "./codeContext.ts";
import { giftLevels } from "./giftLevels.ts";
import { giftLevelRows } from "./giftLevels.sql.ts";
import { codeByText, soldTypes } from "./describeCode.sql.ts";

type LookUpRequest = Received<typeof lookUpCode>;

/**
 * What a code is worth without a cart. Reads and computes the same for unknown codes, so that the response time reveals
 * nothing.
 */
export const describeCode = async (
  ctx: RequestContext,
  { code: text, mode }: LookUpRequest,
): Promise<Reply<typeof lookUpCode>> => {
  if (text.trim().length < promoCodeLimits.min)
    throw new Refused({ code: "bad_field_value", context: "code", extra: { fields: ["code"] } });
  return limitLookup(ctx, async () => {
    const { db, seller } = ctx;
    const code = await codeByText(db, seller.id, normalizeCode(text));
    const discounts = await readDiscounts(db, seller.id);
    const types = await soldTypes(db, seller.id);
    const soldLevels = await giftLevelRows(db, seller.id);
    const groupIds = code ? openedCodeGroups(code) : [];
    const appliesToCode = ({ code_group_ids }: Discount) => code_group_ids.some((id) => groupIds.includes(id));
    const isForAll = mode?.includes("advertise") === true && !mode.includes("code");
    const isIncluded = (discount: Discount) =>
      appliesToCode(discount) || (isForAll && discount.code_group_ids.length === 0);
    const now = Temporal.Instant.from(code?.now ?? discounts[0]?.now ?? ctx.now.toString());
    const current = discounts.filter((discount) => isDiscountActive(discount, now));
    const ticket_types = types.flatMap((type): CodeLookup["ticket_types"] => {
      const price = advertisedPrice(type, current.filter(isIncluded), sellerAmountStep(seller));
      if (price === type.face_value) return [];
      return [
        {
          id: type.ticket_type_id,
          name: type.name,
          ticket_group_id: type.ticket_group_id,
          event_template_id: type.event_template_id,
          currency_amount: toDecimal(type.currency_amount, seller.default_currency_code),
          discounted_amount: toDecimal(price, seller.default_currency_code),
          event_template_category: type.event_template_category,
        },
      ];
    });
    const levelDiscounts = current.filter(appliesToCode).map((discount) => openedBy(discount, code));
    const levels = giftLevels(seller, soldLevels, levelDiscounts);
    if (!code) throw new Refused({ code: "code_not_found", context: "code", extra: { code: text.trim() } });
    const { valid_from, valid_to, is_gift, group } = code;
    const exhausted = isCodeUsedUp(code) || isCodeUsedUp(group);
    return {
      code: {
        _data: [
          { code: code.code, valid_from, valid_to, exhausted, ticket_types, is_gift, levels: is_gift ? levels : [] },
        ],
      },
    };
  });
};
