import type { Mutant } from "../mutant.ts";

const merged = "apps/server/src/office/mergedRepeats.race.test.ts";
const repeated = "apps/server/src/office/signin/repeatedCalls.race.test.ts";
const secrets = "apps/server/src/office/signin/keptSecrets.race.test.ts";
const emails = "apps/server/src/office/signin/repeatedEmails.race.test.ts";

/** Guards that make equal requests at the same moment one request, and that limit how often an e-mail is sent again. */
export const repeatMutants: readonly Mutant[] = [
  {
    name: "repeats_merged",
    protects: "money",
    file: "apps/server/src/http/staff/runOnce.ts",
    changes: [{ from: "endpoint.mergesRepeats ?", to: 'endpoint.name === "" ?' }],
    killedBy: { file: merged, test: "issueGiftCardsAtDesk is done once if a person sends it twice at the same moment" },
  },
  {
    name: "repeats_claimed_once_again",
    protects: "money",
    file: "apps/server/src/http/idempotency/idempotency.sql.ts",
    changes: [
      {
        from: "return rows.length > 0 ? undefined : claimKey(db, replyKey, requestHash);",
        to: "return claimKey(db, replyKey, requestHash);",
      },
    ],
    killedBy: {
      file: merged,
      test: "equal requests of one person write a note once within five seconds, and again some seconds later",
    },
  },
  {
    name: "repeats_refusal_not_kept",
    protects: "money",
    file: "apps/server/src/http/idempotency/idempotency.ts",
    changes: [{ from: '  "payment_in_progress",\n  "request_in_progress",', to: '  "payment_in_progress",' }],
    killedBy: {
      file: merged,
      test: "equal requests of one person are refused while the first is in progress, and the refusal is not stored under the key",
    },
  },
  {
    name: "account_key_ignored",
    protects: "access",
    file: "apps/server/src/http/staff/runOnce.ts",
    changes: [{ from: "return endpoint.keepsReply", to: 'return endpoint.keepsReply && endpoint.can !== "signed_in"' }],
    killedBy: {
      file: repeated,
      test: "a call without a seller runs once of twenty at the same moment",
    },
  },
  {
    name: "kept_secrets_sealed",
    protects: "access",
    file: "apps/server/src/http/staff/runOnce.ts",
    changes: [{ from: "...(sealsReply && { sealer })", to: "...(!sealsReply && { sealer })" }],
    killedBy: {
      file: secrets,
      test: "secrets of staff of a device are sealed, whether its call is repeated or sent twice",
    },
  },
  {
    name: "sealed_reply_of_its_row",
    protects: "access",
    file: "apps/server/src/http/idempotency/sealedReply.ts",
    changes: [
      { from: '`idempotency_key:${Object.values(replyKey).join(":")}`', to: "`idempotency_key:${typeof replyKey}`" },
    ],
    killedBy: {
      file: secrets,
      test: "secrets of staff of a kept reply are sealed, and cannot be read without the key or in another row",
    },
  },
  {
    name: "typed_codes_not_kept",
    protects: "access",
    file: "packages/contract/src/office/gate/gateCode.ts",
    changes: [{ from: "  keepsReply: false,\n", to: "" }],
    killedBy: { file: secrets, test: "secrets of staff that are typed leave nothing behind" },
  },
  {
    name: "counted_places_kept_once",
    protects: "stock",
    file: "apps/server/src/office/sessions/keepPlaces.ts",
    changes: [{ from: "if (made !== undefined) {", to: "if (made !== undefined && seller.id === made) {" }],
    killedBy: {
      file: "apps/server/src/office/sessions/keepPlaces.race.test.ts",
      test: "counted places that one person keeps twice at the same moment are kept once, and again once they were released",
    },
  },
  {
    name: "first_owner_invited_once",
    protects: "access",
    file: "apps/server/src/office/operator/operatorUseCases.ts",
    changes: [{ from: "    await requireNotJustInvited(ctx.db, { invited_to: seller.id, email });\n", to: "" }],
    killedBy: {
      file: emails,
      test: "a first owner who is invited by two operators at the same moment gets one link, and another one a minute later",
    },
  },
  {
    name: "invited_person_locked",
    protects: "access",
    file: "apps/server/src/modules/staff/requireNotJustInvited.ts",
    changes: [{ from: '  await lockSlots(db, invited_to, "staff_invitation", [email.toLowerCase()]);\n', to: "" }],
    killedBy: {
      file: emails,
      test: "a person who is invited to a seller gets one e-mail a minute if two people invite them at the same moment",
    },
  },
  {
    name: "invitation_resent_once_a_minute",
    protects: "access",
    file: "apps/server/src/office/staffing/inviteUseCases.ts",
    changes: [
      {
        from: "    requireOtherAddress(ctx, email);\n    await requireNotJustInvited(ctx.db, { invited_to: ctx.seller.id, email });\n",
        to: "    requireOtherAddress(ctx, email);\n",
      },
    ],
    killedBy: {
      file: emails,
      test: "a person who is invited to a seller gets one e-mail a minute if their invitation is sent again by several people, or sent and replaced at once",
    },
  },
  {
    name: "office_limits_locked",
    protects: "access",
    file: "apps/server/src/office/limits/countLocked.ts",
    changes: [{ from: '  await lockSlots(db, seller.id, "office_limit", [what]);\n', to: "" }],
    killedBy: {
      file: "apps/server/src/office/limits/atTheLimit.race.test.ts",
      test: "two requests at once do not exceed the limit: a person's saved views",
    },
  },
  {
    name: "passkeys_counted_as_they_are_added",
    protects: "access",
    file: "apps/server/src/office/signin/passkeyUseCases.ts",
    changes: [
      {
        from: "    await lockStaffAccount(ctx.db, id);\n    await requireRoomForPasskey(ctx);\n",
        to: "    await lockStaffAccount(ctx.db, id);\n",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/signin/passkeys.test.ts",
      test: "adding a passkey is refused at the limit, also if it was begun before",
    },
  },
  {
    name: "password_link_locked",
    protects: "access",
    file: "apps/server/src/office/signin/passwordUseCases.ts",
    changes: [{ from: "if (await hasNewPasswordLink(ctx.db, account.id, repeatSeconds)) return;", to: "" }],
    killedBy: {
      file: emails,
      test: "a forgotten password that is asked for twice at the same moment sends one link, which works",
    },
  },
  {
    name: "order_sent_again_once_a_minute",
    protects: "access",
    file: "apps/server/src/office/desk/noteUseCases.ts",
    changes: [{ from: "    if (address !== null)\n", to: "    if (address === undefined)\n" }],
    killedBy: {
      file: "apps/server/src/office/desk/changeOrder.test.ts",
      test: "an order is sent again to its purchaser or to a typed address",
    },
  },
  {
    name: "gift_card_sent_again_once_a_minute",
    protects: "access",
    file: "apps/server/src/office/giftcards/changeCard.ts",
    changes: [
      {
        from: '    await requireNotJustSent(ctx, { kind: "gift_card", ref_id: card.id, to_address }, "ledger");\n',
        to: "",
      },
    ],
    killedBy: {
      file: "apps/server/src/office/giftcards/giftCards.test.ts",
      test: "the e-mail is sent again to a corrected address, which is stored",
    },
  },
  {
    name: "gift_membership_sent_again_once_a_minute",
    protects: "access",
    file: "apps/server/src/office/members/gifts/giftMemberships.ts",
    changes: [{ from: '    await requireNotJustSent(ctx, email, "membership");\n', to: "" }],
    killedBy: {
      file: "apps/server/src/office/members/gifts/giftMemberships.test.ts",
      test: "a gift of a membership is sent again to its recipient with the code",
    },
  },
];
