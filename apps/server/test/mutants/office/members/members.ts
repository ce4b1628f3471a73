import type { Mutant } from "../../mutant.ts";

const office = "apps/server/src/office/members";
const emails = `${office}/emails/memberEmails.test.ts`;
const modules = "apps/server/src/modules/membership";
const changes = `${office}/changeMember.test.ts`;
const endings = `${office}/endMember.test.ts`;
const holders = `${office}/changeHolder.test.ts`;
const races = `${office}/members.race.test.ts`;
const cards = `${office}/cards/plasticCards.test.ts`;
const imports = `${office}/imports/memberImports.test.ts`;

/** Guards of members in the back office. */
export const memberDeskMutants: readonly Mutant[] = [
  {
    name: "member_version",
    protects: "money",
    file: `${office}/memberTransaction.ts`,
    changes: [
      {
        from: "if (version === undefined || (await memberVersion(db, seller.id, person)) === version) return person;",
        to: "return person;",
      },
    ],
    killedBy: { file: changes, test: "is not cancelled from a page that has changed since, which says by whom" },
  },
  {
    name: "member_locked",
    protects: "access",
    file: `${office}/memberTransaction.ts`,
    changes: [{ from: "    await lockMemberCard(ctx.db, ctx.seller.id, membership_id);\n", to: "" }],
    killedBy: { file: races, test: "by two people at once is replaced once" },
  },
  {
    name: "member_card_sent_once",
    protects: "access",
    file: `${modules}/cards/sendCard.ts`,
    changes: [
      {
        from: `  await requireNotJustSent(ctx, { kind: "membership_card", ref_id: membership_id, to_address }, "membership");\n`,
        to: "",
      },
    ],
    killedBy: { file: races, test: "a card that two people send again at once is sent once" },
  },
  {
    name: "member_scan_of_replaced_number",
    protects: "access",
    file: "apps/server/src/office/gate/recordScan.ts",
    changes: [
      { from: "!row.codes.includes(target.code)", to: "!row.codes.includes(target.code) && isCard(row) === false" },
    ],
    killedBy: { file: races, test: "lets nobody in: the scan has found the card by the old number" },
  },
  {
    name: "member_number_in_every_term",
    protects: "access",
    file: `${modules}/cards/lostNumber.sql.ts`,
    changes: [
      {
        from: "set member_number = $3, scan_code = $4 where seller_id = $1 and member_number = $2`",
        to: "set member_number = $3, scan_code = $4 where seller_id = $1 and member_number = $2 and valid_to > app_now()`",
      },
    ],
    killedBy: { file: changes, test: "with its old number logs nobody in, not even by an ended term" },
  },
  {
    name: "member_sessions_of_number",
    protects: "access",
    file: `${modules}/cards/replaceLostNumber.ts`,
    changes: [{ from: "if (identity_id !== null) await closeNumberSessions(ctx, identity_id);", to: "" }],
    killedBy: { file: changes, test: "with its old number logs nobody in, not even by an ended term" },
  },
  {
    name: "member_end_expected",
    protects: "money",
    file: `${office}/endMember.ts`,
    changes: [{ from: "    requireExpected(sums, expected);\n", to: "" }],
    killedBy: {
      file: endings,
      test: "is refused with other amounts than shown, from an old page, and without the permission; nothing changes",
    },
  },
  {
    name: "member_end_same_tickets",
    protects: "stock",
    file: `${office}/endMember.ts`,
    changes: [{ from: "    await requireSameTickets(tx, membership_id, ending, planned);\n", to: "" }],
    killedBy: {
      file: races,
      test: "a visit that is bought with a membership while it is ended with its visits ends with it",
    },
  },
  {
    name: "member_end_refund_limit",
    protects: "money",
    file: `${office}/endMember.ts`,
    changes: [{ from: "  await requireRefundLimit(tx, order.order_number, back);\n", to: "" }],
    killedBy: { file: endings, test: "refunds no more than a person's daily limit, over all orders that it changes" },
  },
  {
    name: "member_lengthened_while_charged",
    protects: "money",
    file: `${modules}/end/lengthenTerm.ts`,
    changes: [
      { from: "if (endings.some(({ is_being_charged }) => is_being_charged))", to: "if (endings.length === 0)" },
    ],
    killedBy: { file: races, test: "lengthening after the charge is decided is refused" },
  },
  {
    name: "member_charge_announced_anew",
    protects: "money",
    file: `${modules}/end/lengthenTerm.sql.ts`,
    changes: [{ from: "announced_at = null, announced_amount = null,\n       announced_currency = null, ", to: "" }],
    killedBy: { file: changes, test: "ends later for everybody on it, and is charged later" },
  },
  {
    name: "member_level_limit",
    protects: "access",
    file: "packages/rules/src/membership/party/changedHolder.ts",
    changes: [
      {
        from: 'if (emails === "hidden" && sent.email !== null && sent.email !== current.email)',
        to: 'if (emails === "hidden" && current.email !== null && sent.email === current.email)',
      },
    ],
    killedBy: { file: holders, test: "a card of type 2 is refused with the level's limit" },
  },
  {
    name: "member_passed_code",
    protects: "access",
    file: `${modules}/cards/passCard.ts`,
    changes: [
      { from: "  if (isPassed) await keepReplacedNumber(db, seller.id, before.member_number);\n", to: "" },
      { from: "    await setTicketCodes(db, seller.id, codes);\n", to: "    await Promise.resolve(codes);\n" },
    ],
    killedBy: { file: holders, test: "with a new number that is sent to them, and the old one is refused at the gate" },
  },
  {
    name: "member_passed_renewal",
    protects: "money",
    file: `${office}/changeHolder.ts`,
    changes: [{ from: "if (is_other_person) for (", to: "if (passed.term_ids.length === 0) for (" }],
    killedBy: { file: holders, test: "its renewal is cancelled, and the payer is notified" },
  },
  {
    name: "member_passed_while_charged",
    protects: "money",
    file: `${modules}/cards/passCard.ts`,
    changes: [
      {
        from: "if (isOtherPerson && endings.some(({ is_being_charged }) => is_being_charged))",
        to: "if (isOtherPerson && endings.length === 0)",
      },
    ],
    killedBy: { file: races, test: "a card that is given to somebody else after the charge is decided is refused" },
  },
  {
    name: "member_gift_in_cart",
    protects: "money",
    file: `${office}/gifts/giftMemberships.ts`,
    changes: [{ from: "  if (allowed.includes(state)) return;", to: "  if (allowed.length > 0) return;" }],
    killedBy: {
      file: `${office}/gifts/giftMemberships.test.ts`,
      test: "is not cancelled while it is in a cart, nor once it is redeemed",
    },
  },
  {
    name: "member_card_marked_once",
    protects: "access",
    file: `${office}/cards/plasticCards.sql.ts`,
    changes: [{ from: "       where c.state <> excluded.state\n", to: "" }],
    killedBy: { file: cards, test: "of two who mark a card at once one marks it" },
  },
  {
    name: "member_cards_marked_all_or_none",
    protects: "access",
    file: `${office}/cards/plasticCards.ts`,
    changes: [{ from: "if (left.length > 0)", to: "if (left.length === cards.length)" }],
    killedBy: { file: cards, test: "a card that is marked already is refused with all others, and nothing changes" },
  },
  {
    name: "member_cards_downloaded_by_readers",
    protects: "access",
    file: `${office}/cards/plasticCards.ts`,
    changes: [{ from: 'if (!ctx.staff.can("member.read"))', to: 'if (!ctx.staff.can("export.rows"))' }],
    killedBy: {
      file: cards,
      test: "the download has names and post addresses, is in the audit log, and is not for everybody",
    },
  },
  {
    name: "member_import_row_once",
    protects: "stock",
    file: `${office}/imports/memberImports.sql.ts`,
    changes: [
      {
        from: "r.member_import_id = $2 and r.line = $3 and r.state = 'waiting'`",
        to: "r.member_import_id = $2 and r.line = $3`",
      },
    ],
    killedBy: { file: imports, test: "a row that two import at once is imported once" },
  },
  {
    name: "member_import_locked",
    protects: "stock",
    file: `${office}/imports/memberImports.sql.ts`,
    changes: [
      {
        from: "`select from member_import where seller_id = $1 and id = $2 for update`",
        to: "`select from member_import where seller_id = $1 and id = $2`",
      },
    ],
    killedBy: { file: imports, test: "a row that two import at once is imported once" },
  },
  {
    name: "member_import_all_or_none",
    protects: "stock",
    file: `${office}/imports/startImport.ts`,
    changes: [{ from: 'if (problems.length > 0) throw wrongLines(problems, "membership");', to: "" }],
    killedBy: { file: imports, test: "one wrong row refuses the whole file with its line, and nothing is written" },
  },
  {
    name: "member_import_number_of_another",
    protects: "access",
    file: `${office}/imports/startImport.ts`,
    changes: [{ from: "if (missing.length > 0)", to: "if (missing.length > wanted.length)" }],
    killedBy: {
      file: imports,
      test: "a number that a member has, had, or that another import brings is refused with its line",
    },
  },
  {
    name: "member_import_beyond_places",
    protects: "stock",
    file: `${office}/imports/startImport.ts`,
    changes: [{ from: '  if (beyond.length > 0) throw wrongLines(beyond, "membership");\n', to: "" }],
    killedBy: {
      file: `${office}/imports/importPlaces.test.ts`,
      test: "rows beyond the places of a level refuse the whole file, and nothing is written",
    },
  },
  {
    name: "member_import_number_taken_since",
    protects: "access",
    file: `${office}/imports/continueImport.ts`,
    changes: [{ from: "member_number === null ? [] : [member_number]", to: "member_number === null ? [] : []" }],
    killedBy: {
      file: imports,
      test: "a number that was given away after the check fails its row alone, with its line",
    },
  },
  {
    name: "member_contact_version",
    protects: "access",
    file: "apps/server/src/office/members/memberPerson.sql.ts",
    changes: [
      { from: "i.phone, i.country, i.state, i.region, i.zip_code, i.city, i.address, i.address_more,", to: "" },
    ],
    killedBy: {
      file: "apps/server/src/office/members/contact/changeContact.test.ts",
      test: "are corrected once of two who begin with the same page",
    },
  },
  {
    name: "member_preview_changes_nothing",
    protects: "money",
    file: `${office}/emails/previewInMember.ts`,
    changes: [
      {
        from: 'import { rolledBack } from "../../../db/rolledBack.ts";',
        to: 'import { transact as rolledBack } from "../../../db/transact.ts";',
      },
    ],
    killedBy: {
      file: emails,
      test: "when a number is replaced; the new one is not shown, because it does not exist yet",
    },
  },
  {
    name: "previews_without_tokens",
    protects: "access",
    file: "apps/server/src/providers/mail/previewEmail.ts",
    changes: [{ from: "  text: withoutTokens(text),", to: "  text," }],
    killedBy: { file: emails, test: "when a membership is given away: its confirmation, and the card of each person" },
  },
  {
    name: "payer_of_passed_card_is_told",
    protects: "money",
    file: `${office}/changeHolder.ts`,
    changes: [
      {
        from: 'emailOptions: chosenFor("membership_card", email)',
        to: 'emailOptions: email && { ...email, kinds: new Set(["membership_card", "auto_renew_cancelled"]) }',
      },
    ],
    killedBy: {
      file: emails,
      test: "not to send the card to another person; the payer of the renewal that ends is told all the same",
    },
  },
];
