import type { Mutant } from "./mutant.ts";

const modules = "apps/server/src/modules";
const locks = `${modules}/cart/locks.sql.ts`;
const codes = `${modules}/codes/codes.sql.ts`;
const holdRace = `${modules}/cart/hold/hold.race.test.ts`;
const codesRace = `${modules}/cart/codes/codes.race.test.ts`;
const discountsRace = `${modules}/cart/codes/discounts.race.test.ts`;

/** Guards of carts, codes and seats. */
export const cartMutants: readonly Mutant[] = [
  {
    name: "cart_lock",
    protects: "stock",
    file: locks,
    changes: [{ from: 'cartsStatement("for update")', to: 'cartsStatement("offset 0")' }],
    killedBy: { file: holdRace, test: "the limits of an order let one of two simultaneous additions through" },
  },
  {
    name: "session_lock",
    protects: "stock",
    file: locks,
    changes: [{ from: " order by s.id for no key update of s", to: " order by s.id" }],
    killedBy: { file: holdRace, test: "the last ticket of a session goes to one of fifty buyers" },
  },
  {
    name: "locks_of_seats",
    protects: "stock",
    file: locks,
    // Either of the two locks is enough.
    changes: [
      { from: " order by s.id for no key update of s", to: " order by s.id" },
      { from: "and id = requested.id for no key update) g", to: "and id = requested.id offset 0) g" },
    ],
    killedBy: {
      file: `${modules}/cart/seats/seats.race.test.ts`,
      test: "one seat goes to one buyer by the locks of session and group alone",
    },
  },
  {
    name: "first_cart_is_the_reply",
    protects: "stock",
    file: `${modules}/cart/hold/reserveTickets.ts`,
    changes: [{ from: "ctx.visitor?.isResumed ? await", to: "ctx.visitor?.isResumed === null ? await" }],
    killedBy: {
      file: "apps/server/src/http/idempotency/idempotency.kill.test.ts",
      test: "a first hold whose server died before it answered",
    },
  },
  {
    name: "group_lock",
    protects: "stock",
    file: locks,
    changes: [{ from: "and id = requested.id for no key update) g", to: "and id = requested.id offset 0) g" }],
    killedBy: { file: holdRace, test: "the last ticket of a session sells the last ticket of a group once" },
  },
  {
    name: "capacity_condition",
    protects: "stock",
    file: `${modules}/cart/hold/hold.sql.ts`,
    changes: [
      {
        from: "and (w.n <= 0 or b.capacity < 0 or b.used_capacity + w.n <= b.capacity + b.oversell_capacity)",
        to: "",
      },
    ],
    killedBy: { file: holdRace, test: "the last ticket of a session refuses in the statement" },
  },
  {
    name: "hold_limits",
    protects: "stock",
    file: `${modules}/cart/hold/holders/holderLimits.ts`,
    changes: [{ from: "return isAllowed", to: "return isAllowed || true" }],
    killedBy: {
      file: `${modules}/cart/hold/holders/holderLimits.test.ts`,
      test: "one address with a bot holds no more than its share",
    },
  },
  {
    name: "cart_contents_after_removal",
    protects: "money",
    file: `${modules}/cart/hold/holdBatchState.ts`,
    changes: [{ from: 'if ("rejection" in contents) return', to: 'if ("rejection" in contents && !contents) return' }],
    killedBy: {
      file: `${modules}/cart/cartContents.test.ts`,
      test: "a membership level in the cart keeps every required person",
    },
  },
  {
    name: "cart_contents_before_payment",
    protects: "money",
    file: `${modules}/checkout/refuseBlockedCart.ts`,
    changes: [
      {
        from: "const [incomplete] = incompleteGroups(change ? tickets : tickets.filter(isHeld));",
        to: "const [incomplete] = incompleteGroups([]);",
      },
    ],
    killedBy: {
      file: `${modules}/cart/cartContents.test.ts`,
      test: "the least number of a group is asked again before a payment",
    },
  },
  {
    name: "cart_lock_of_contents",
    protects: "money",
    file: locks,
    changes: [{ from: 'cartsStatement("for update")', to: 'cartsStatement("offset 0")' }],
    killedBy: {
      file: `${modules}/cart/cartContents.race.test.ts`,
      test: "two requests that take tickets out of one cart leave the least number of the group",
    },
  },
  {
    name: "rows_for_nothing",
    protects: "access",
    file: `${modules}/cart/hold/holdBatchState.ts`,
    changes: [{ from: "checked.tickets.length + checked.codes.length === 0)", to: "checked.tickets.length < 0)" }],
    killedBy: {
      file: `${modules}/cart/newCart.test.ts`,
      test: "a request for nothing writes no row and sets no cookie for an unknown code of a link",
    },
  },
  {
    name: "empty_carts",
    protects: "access",
    file: `${modules}/cart/hold/holders/holderLimits.ts`,
    changes: [{ from: "own.length >= holdLimits.empty_carts_of_visitor", to: "own.length < 0" }],
    killedBy: {
      file: `${modules}/cart/newCart.test.ts`,
      test: "carts that hold nothing stop a visitor from beginning another one",
    },
  },
  {
    name: "first_key_with_its_session",
    protects: "stock",
    file: "apps/server/src/http/idempotency/idempotency.ts",
    changes: [{ from: "ctx.visitor && !hasStartedSession ?", to: "ctx.visitor ?" }],
    killedBy: {
      file: "apps/server/src/http/firstCall/firstCall.race.test.ts",
      test: "an idempotency key on a visitor's first request makes one cart if only the body of its answer is lost",
    },
  },
  {
    name: "guessable_first_key",
    protects: "access",
    file: "apps/server/src/http/idempotency/idempotency.ts",
    changes: [{ from: "!firstCall.canResume || ", to: "" }],
    killedBy: {
      file: "apps/server/src/http/firstCall/firstCall.race.test.ts",
      test: "an idempotency key on a visitor's first request has one effect and gives no session where it could be guessed",
    },
  },
  {
    name: "late_first_key",
    protects: "access",
    file: "apps/server/src/http/idempotency/idempotency.ts",
    changes: [{ from: " || stored.age > resumeSeconds", to: "" }],
    killedBy: {
      file: "apps/server/src/http/firstCall/firstCall.race.test.ts",
      test: "an idempotency key on a visitor's first request gives no session after",
    },
  },
  {
    name: "network_of_first_key",
    protects: "access",
    file: "apps/server/src/http/firstCall/firstCall.ts",
    changes: [{ from: " ${networkOf(clientAddress)} ", to: " ${typeof networkOf === typeof clientAddress} " }],
    killedBy: {
      file: "apps/server/src/http/firstCall/firstCall.race.test.ts",
      test: "an idempotency key on a visitor's first request gives nobody in another network the session or the cart",
    },
  },
  {
    name: "cart_owner",
    protects: "access",
    file: `${modules}/cart/access/cartAccess.ts`,
    changes: [{ from: "cart.identity_id === visitor?.identity_id;", to: "cart.identity_id !== null || !visitor;" }],
    killedBy: {
      file: `${modules}/cart/access/cartAccess.test.ts`,
      test: "the cart of somebody else is not found under /my",
    },
  },
  {
    name: "membership_lock",
    protects: "stock",
    file: `${modules}/catalog/members/memberTerms.sql.ts`,
    changes: [{ from: " for no key update of m", to: "" }],
    killedBy: {
      file: `${modules}/cart/members/allowances.race.test.ts`,
      test: "the last allowance goes to one of two carts of a member",
    },
  },
  {
    name: "code_lock",
    protects: "money",
    file: codes,
    changes: [{ from: " order by k.id for update of k", to: " order by k.id" }],
    killedBy: { file: codesRace, test: "the last use of a code goes to one of fifty buyers" },
  },
  {
    name: "code_group_lock",
    protects: "money",
    file: codes,
    changes: [{ from: " order by g.id for update of g", to: " order by g.id" }],
    killedBy: {
      file: discountsRace,
      test: "the last use among fifty carts the last use among fifty carts of a group with two codes",
    },
  },
  {
    name: "code_condition",
    protects: "money",
    file: codes,
    changes: [{ from: " and (w.n <= 0 or k.max_uses < 0 or k.used + w.n <= k.max_uses)", to: "" }],
    killedBy: {
      file: `${modules}/codes/addCodeUsage.test.ts`,
      test: "counting the uses of a code refuses a use beyond the limit of a code",
    },
  },
  {
    name: "voucher_lock",
    protects: "money",
    file: codes,
    changes: [{ from: `lockSlots(pipeline, seller_id, "voucher", vouchers)`, to: "Promise.resolve()" }],
    killedBy: { file: codesRace, test: "one voucher goes to one of forty visitors" },
  },
  {
    name: "buyer_limit_lock",
    protects: "money",
    file: `${modules}/codes/buyerLimits.sql.ts`,
    changes: [{ from: " order by g.id for update", to: " order by g.id" }],
    killedBy: { file: discountsRace, test: "a limit of uses for each buyer lets one of two browsers" },
  },
  {
    name: "code_guesses",
    protects: "access",
    file: `${modules}/codes/limitGuesses.ts`,
    changes: [{ from: "    count,\n  );", to: "    0,\n  );" }],
    killedBy: {
      file: `${modules}/cart/codes/applyCode.test.ts`,
      test: "guessing codes applied stops after twenty wrong ones",
    },
  },
  {
    name: "member_cart_is_taken",
    protects: "access",
    file: `${modules}/cart/transfer/transferCartToVisitor.ts`,
    changes: [{ from: '  if (cart.owner_kind === "user") return belongsToOther();\n', to: "" }],
    killedBy: {
      file: `${modules}/cart/transfer/transferCartToVisitor.test.ts`,
      test: "a transfer is refused for a member's cart",
    },
  },
  {
    name: "cart_lock_of_transfer",
    protects: "money",
    file: locks,
    changes: [{ from: 'cartsStatement("for update")', to: 'cartsStatement("offset 0")' }],
    killedBy: {
      file: `${modules}/cart/transfer/transferCartToVisitor.race.test.ts`,
      test: "a cart that is paid at one server and taken at the other",
    },
  },
  {
    name: "image_pixels",
    protects: "access",
    file: `${modules}/catalog/images/readImage.ts`,
    changes: [{ from: "limitInputPixels: maxPixels", to: "limitInputPixels: false" }],
    killedBy: {
      file: `${modules}/catalog/images/readImage.test.ts`,
      test: "twenty decompression bombs at once",
    },
  },
  {
    name: "answers_of_gone_tickets",
    protects: "access",
    file: "apps/server/src/modules/cart/hold/hold.sql.ts",
    changes: [
      {
        from: "(c.additional_info - string_to_array(w.gone, ',')) || w.additional_info",
        to: "c.additional_info || w.additional_info",
      },
    ],
    killedBy: {
      file: "apps/server/src/modules/cart/forms.test.ts",
      test: "survey answers leave the cart with the last ticket of their group",
    },
  },
  {
    name: "seller_asks_for_vouchers",
    protects: "stock",
    file: "packages/rules/src/forms/cityPass.ts",
    changes: [{ from: "config.citypass ?? web.citypass ?? false", to: "config.citypass ?? false" }],
    killedBy: {
      file: `${modules}/cart/forms.test.ts`,
      test: "city-pass vouchers are not needed for what has the handler donation, even where every visit needs one",
    },
  },
];
