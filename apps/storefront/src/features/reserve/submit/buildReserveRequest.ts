import type { PreReserveCodes } from "@foyer/contract/shop/cartChange.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import type { DetailsRequest } from "@foyer/rules/forms/ticketDetails.ts";
import type { CartModification } from "../../cart/cart.mutations.ts";
import type { ReserveFormState } from "../form/reserveFormState.ts";

/** The part of a form's state that determines which tickets are reserved. */
export type ReserveSelection = Pick<ReserveFormState, "session" | "choices" | "prices">;
/** The seats chosen for seated tickets, by ticket type id. */
export type SeatRequest = { readonly seat_template_ids: Readonly<Record<string, readonly string[]>> };

type ReserveRequestInput = {
  readonly event_template_id: string;
  readonly currency: string;
  readonly reserve: ReserveSelection;
  readonly details?: DetailsRequest | undefined;
  readonly seats?: SeatRequest | undefined;
  /** The code that the shop required. */
  readonly code?: string | undefined;
};

/** Builds the request that adds the selection to the cart, with details, seats and codes. */
export const buildReserveRequest = ({
  event_template_id,
  currency,
  reserve,
  details,
  seats,
  code,
}: ReserveRequestInput): CartModification => {
  const { session, choices = [], prices } = reserve;
  const codes = codesOf(details?.preReservePromoCodes, code);
  return {
    add: [
      {
        event_template_id,
        ...(session ? { event_session_id: session.id } : {}),
        ticket_types_required: choices
          .flatMap(({ types }) => types)
          .filter(({ quantity }) => quantity > 0)
          .map(({ type, quantity, flexible }) => {
            const chosen = seats?.seat_template_ids[type.id];
            return {
              ticket_type_id: type.id,
              quantity,
              ...(flexible
                ? { face_value: toDecimal(fromDecimal((prices[type.id] ?? "").trim(), currency) ?? 0, currency) }
                : {}),
              ...details?.admits[type.id],
              ...(chosen && chosen.length > 0 ? { seat_template_ids: [...chosen] } : {}),
            };
          }),
      },
    ],
    ...(details?.additionalInfo ? { additionalInfo: { ...details.additionalInfo } } : {}),
    ...(codes ? { preReservePromoCodes: codes } : {}),
    reserve: true,
  };
};

/** Vouchers come first, in the order of their tickets; the promo code follows. */
const codesOf = (vouchers: PreReserveCodes | undefined, code: string | undefined): PreReserveCodes | undefined => {
  if (code === undefined) return vouchers;
  return { ...vouchers, codes: [...(vouchers?.codes ?? []), code] };
};
