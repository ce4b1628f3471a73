/**
 * All actions of the audit log, with the sentence that follows the actor's name; `{thing}` is what was acted on. `access`
 * actions are about signing in and are kept for a year, `change` actions for seven.
 */
export const auditActions = {
  "staff.signed_in": { kind: "access", sentence: "signed in" },
  "staff.sign_in_failed": { kind: "access", sentence: "failed to sign in" },
  "staff.signed_out": { kind: "access", sentence: "signed out" },
  "staff.stepped_up": { kind: "access", sentence: "confirmed who they are" },
  "staff.refused": { kind: "access", sentence: "was refused {thing}" },
  "staff.sign_in_ended": { kind: "access", sentence: "ended a sign-in of their own" },
  "staff.password_changed": { kind: "change", sentence: "changed their password" },
  "staff.password_link_sent": { kind: "access", sentence: "asked for a new password" },
  "staff.second_factor_set": { kind: "change", sentence: "set up a second factor" },
  "staff.second_factor_reset": { kind: "change", sentence: "reset the second factor of {thing}" },
  "staff.second_factor_removed": { kind: "change", sentence: "removed their authenticator app" },
  "staff.passkey_added": { kind: "change", sentence: "added a passkey" },
  "staff.passkey_renamed": { kind: "change", sentence: "renamed a passkey" },
  "staff.passkey_removed": { kind: "change", sentence: "removed a passkey" },
  "staff.recovery_codes_made": { kind: "change", sentence: "made new recovery codes" },
  "staff.recovery_code_used": { kind: "access", sentence: "signed in with a recovery code" },
  "staff.gate_code_set": { kind: "change", sentence: "set their supervisor's code for the gate" },
  "staff.gate_code_removed": { kind: "change", sentence: "removed their supervisor's code for the gate" },
  "staff.gate_code_ended": { kind: "change", sentence: "ended the supervisor's code of {thing} by wrong tries" },
  "staff.invited": { kind: "change", sentence: "invited {thing}" },
  "staff.invitation_resent": { kind: "change", sentence: "sent the invitation of {thing} again" },
  "staff.invitation_withdrawn": { kind: "change", sentence: "withdrew the invitation of {thing}" },
  "staff.joined": { kind: "change", sentence: "accepted an invitation" },
  "staff.role_given": { kind: "change", sentence: "gave {thing} a role" },
  "staff.role_taken": { kind: "change", sentence: "took a role from {thing}" },
  "staff.suspended": { kind: "change", sentence: "suspended {thing}" },
  "staff.resumed": { kind: "change", sentence: "let {thing} in again" },
  "staff.removed": { kind: "change", sentence: "removed {thing}" },
  "device.created": { kind: "change", sentence: "made a pairing code for {thing}" },
  "device.pairing_renewed": { kind: "change", sentence: "made a new pairing code for {thing}" },
  "device.paired": { kind: "change", sentence: "was paired as {thing}" },
  "device.ended": { kind: "change", sentence: "ended {thing}" },
  "scan.conflict_resolved": { kind: "change", sentence: "looked at {thing}" },
  // The order desk.
  "order.note_added": { kind: "change", sentence: "wrote a note on {thing}" },
  "order.note_pinned": { kind: "change", sentence: "pinned or unpinned a note on {thing}" },
  "order.resent": { kind: "change", sentence: "sent {thing} again" },
  "order.corrected": { kind: "change", sentence: "corrected {thing}" },
  "order.codes_replaced": { kind: "change", sentence: "made new scan codes for {thing}" },
  "order.cancelled": { kind: "change", sentence: "cancelled tickets of {thing}" },
  "order.refunded": { kind: "change", sentence: "gave money of {thing} back" },
  "order.moved": { kind: "change", sentence: "moved tickets of {thing}" },
  // Money.
  "payment.settled": { kind: "change", sentence: "asked the provider about {thing}" },
  "payment.refunded": { kind: "change", sentence: "refunded {thing}" },
  "payment.reviewed": { kind: "change", sentence: "took {thing} off the list" },
  "payment.taken": { kind: "change", sentence: "took on or left {thing}" },
  "payment.note_added": { kind: "change", sentence: "wrote a note on {thing}" },
  "money.notice_set": { kind: "change", sentence: "chose whether to get e-mails about money" },
  "email.sent_again": { kind: "change", sentence: "sent {thing} again" },
  "webhook.tried_again": { kind: "change", sentence: "tried {thing} again" },
  "journal.downloaded": { kind: "change", sentence: "downloaded the journal" },
  "order.printed": { kind: "change", sentence: "printed tickets of {thing}" },
  "order.comped": { kind: "change", sentence: "gave {thing} away" },
  "order.refund_resent": { kind: "change", sentence: "sent a failed refund of {thing} once more" },
  "order.move_offered": { kind: "change", sentence: "held dearer tickets for {thing}, to be paid" },
  "order.sent_on": { kind: "change", sentence: "sent tickets of {thing} on to somebody" },
  "order.taken_back": { kind: "change", sentence: "took back tickets of {thing}" },
  "order.session_cancelled": { kind: "change", sentence: "notified the buyer of {thing} that a session is cancelled" },
  "order.session_reinstated": {
    kind: "change",
    sentence: "notified the buyer of {thing} that a session takes place after all",
  },
  "order.offer_withdrawn": { kind: "change", sentence: "released the tickets that were held for {thing}" },
  "catalogue.imported": { kind: "change", sentence: "imported {thing}" },

  // The board and bulk jobs.
  "session.closed": { kind: "change", sentence: "stopped the sales of {thing}" },
  "session.changed": { kind: "change", sentence: "changed {thing}" },
  "session.noted": { kind: "change", sentence: "wrote or removed a note on {thing}" },
  "session.places_kept": { kind: "change", sentence: "kept places of {thing}" },
  "session.places_freed": { kind: "change", sentence: "gave places of {thing} free again" },
  "session.sales_set": { kind: "change", sentence: "stopped or started the sales of sessions of {thing}" },
  "session.opened": { kind: "change", sentence: "started the sales of {thing} again" },
  "bulk.started": { kind: "change", sentence: "started {thing}" },
  "bulk.steered": { kind: "change", sentence: "paused, resumed, stopped or retried {thing}" },
  "bulk.ended": { kind: "change", sentence: "ended {thing}" },
  "order.written_to": { kind: "change", sentence: "wrote to the buyer of {thing}" },

  // The frame of every screen.
  "view.saved": { kind: "change", sentence: "saved the view {thing}" },
  "view.renamed": { kind: "change", sentence: "renamed the view {thing}" },
  "view.report_chosen": { kind: "change", sentence: "chose where to see {thing}" },
  "view.deleted": { kind: "change", sentence: "deleted the view {thing}" },
  "operator.let_in": { kind: "change", sentence: "let the operator in" },
  "operator.sent_away": { kind: "change", sentence: "ended the visit of the operator" },
  "operator.visited": { kind: "access", sentence: "visited as the operator" },
  "seller.created": { kind: "change", sentence: "created the seller {thing}" },
  "seller.suspended": { kind: "change", sentence: "suspended the seller {thing}" },
  "seller.host_set": { kind: "change", sentence: "chose the host of the seller {thing}" },
  "seller.resumed": { kind: "change", sentence: "put the seller {thing} on sale again" },

  // Promo codes.
  "code.made": { kind: "change", sentence: "made {thing}" },
  "code.batch_started": { kind: "change", sentence: "began to make {thing}" },
  "code.downloaded": { kind: "change", sentence: "downloaded {thing}" },
  "code.imported": { kind: "change", sentence: "imported {thing}" },
  // Entries from before files were checked and imported as a whole.
  "code.uploaded": { kind: "change", sentence: "uploaded codes of {thing}" },
  "code.paused": { kind: "change", sentence: "paused or started {thing}" },
  "code.limited": { kind: "change", sentence: "changed the limit of {thing}" },

  // The box office.
  "order.sold": { kind: "change", sentence: "sold {thing} at the counter" },
  "order.link_made": { kind: "change", sentence: "held tickets of {thing} to be paid by a link" },
  "order.link_withdrawn": { kind: "change", sentence: "gave the tickets of {thing} free again" },
  "till.opened": { kind: "change", sentence: "opened a till" },
  "till.cash_moved": { kind: "change", sentence: "put cash into a till or took it out" },
  "till.counted": { kind: "change", sentence: "counted a till" },
  "till.refund_paid": { kind: "change", sentence: "paid a refund of {thing} out at a till" },
  "till.closed": { kind: "change", sentence: "closed a till" },

  // Members.
  "member.renewal_cancelled": { kind: "change", sentence: "cancelled the automatic renewal of {thing}" },
  "member.ended": { kind: "change", sentence: "ended {thing}" },
  "member.card_resent": { kind: "change", sentence: "sent the card of {thing} again" },
  "member.number_replaced": { kind: "change", sentence: "gave {thing} a new number" },
  "member.given": { kind: "change", sentence: "gave {thing} away" },
  "member.card_added": { kind: "change", sentence: "added somebody to {thing}" },
  "member.card_removed": { kind: "change", sentence: "took {thing} off its membership" },
  "member.merged": { kind: "change", sentence: "merged the person of {thing} with another" },
  "member.holder_changed": { kind: "change", sentence: "changed who is on {thing}" },
  "member.gift_resent": { kind: "change", sentence: "sent {thing} again" },
  "member.gift_end_moved": { kind: "change", sentence: "moved the end of {thing}" },
  "member.gift_cancelled": { kind: "change", sentence: "cancelled {thing}" },
  "member.renewal_emailed": { kind: "change", sentence: "wrote to the payer of {thing} about its renewal" },
  "member.level_changed": { kind: "change", sentence: "changed the level of {thing}" },
  "member.level_link_sent": { kind: "change", sentence: "sent a link to change the level of {thing}" },
  "member.renewed": { kind: "change", sentence: "renewed {thing}" },
  "member.renewal_link_sent": { kind: "change", sentence: "sent a link to renew {thing}" },
  "member.card_marked": { kind: "change", sentence: "marked the card of {thing} as sent or come back" },
  "member.cards_downloaded": { kind: "change", sentence: "downloaded the cards to make" },
  "member.import_started": { kind: "change", sentence: "began {thing}" },
  "member.import_cancelled": { kind: "change", sentence: "cancelled the rest of {thing}" },
  "member.imported": { kind: "change", sentence: "imported {thing}" },
  "member.lengthened": { kind: "change", sentence: "lengthened {thing}" },

  // Gift cards.
  "gift_card.issued": { kind: "change", sentence: "issued {thing} without a sale" },
  "gift_card.imported": { kind: "change", sentence: "imported {thing}" },
  "gift_card.adjusted": { kind: "change", sentence: "changed the balance of {thing}" },
  "gift_card.voided": { kind: "change", sentence: "voided {thing}" },
  "gift_card.restored": { kind: "change", sentence: "made {thing} good again" },
  "gift_card.replaced": { kind: "change", sentence: "gave {thing} a new number" },
  "gift_card.resent": { kind: "change", sentence: "sent {thing} again" },
  "gift_card.ended": { kind: "change", sentence: "took off what was left on {thing}, whose end had passed" },
  "gift_card.end_moved": { kind: "change", sentence: "moved the end of {thing}" },
  "gift_card.numbers_downloaded": { kind: "change", sentence: "downloaded the numbers of {thing}" },
  // The catalogue.
  "letter.test_sent": { kind: "change", sentence: "sent themselves the e-mail {thing} as a test" },
  "catalogue.draft_saved": { kind: "change", sentence: "edited the draft of {thing}" },
  "catalogue.draft_discarded": { kind: "change", sentence: "discarded the draft of {thing}" },
  "catalogue.draft_joined": { kind: "change", sentence: "joined the draft of {thing} with what was published" },
  "catalogue.picture_uploaded": { kind: "change", sentence: "uploaded {thing}" },
  "catalogue.previewed": { kind: "change", sentence: "opened or refreshed a preview of {thing}" },
  "catalogue.preview_ended": { kind: "change", sentence: "ended a preview of {thing}" },
  "catalogue.published": { kind: "change", sentence: "published {thing}" },
  "catalogue.restored": { kind: "change", sentence: "brought back an earlier revision of {thing}" },

  // Keys.
  "keys.saved": { kind: "change", sentence: "stored keys of {thing}" },
  "keys.deleted": { kind: "change", sentence: "deleted the keys of {thing}" },

  // Requests of people for their stored data, or for erasure.
  "person.exported": { kind: "change", sentence: "exported what is kept of {thing}" },
  "person.erased": { kind: "change", sentence: "erased {thing}" },

  "rows.downloaded": { kind: "change", sentence: "downloaded the list of {thing}" },
  "audit.downloaded": { kind: "change", sentence: "downloaded the audit log" },
} as const satisfies Readonly<Record<string, { readonly kind: "change" | "access"; readonly sentence: string }>>;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

/** Who did it. */
export const auditActors = ["staff", "command_line", "import", "device", "api_key", "buyer", "job"] as const;
export type AuditActor = (typeof auditActors)[number];

/** The channel through which it happened. */
export const auditChannels = ["office", "command_line", "import", "storefront", "device", "api", "job"] as const;
export type AuditChannel = (typeof auditChannels)[number];

/** The kind of thing that was acted on. */
export const auditEntities = [
  "staff",
  "invitation",
  "call",
  "audit_log",
  "list",
  "device",
  "scan",
  "order",
  "payment",
  "email",
  "webhook",
  "journal",
  "catalogue",
  "session",
  "bulk_job",
  "saved_view",
  "operator_permit",
  "seller",
  "person",
  "member",
  "gift_membership",
  "member_import",
  "gift_card",
  "gift_card_batch",
  "chapter",
  "code",
  "code_batch",
  "picture",
  "code_group",
  "till",
  "counter_sale",
  "payment_keys",
  "service_keys",
] as const;
export type AuditEntity = (typeof auditEntities)[number];
