import type { GateAnswer, GateSubject, ScanSent } from "@foyer/contract/office/gate/gate.ts";
import { judgeListed, judgeUnknown, ownAnswer, type JudgedAt, type Listed } from "./gateList.ts";
import { undoneHere } from "./gateAnswers.ts";
import type { KeptScan } from "./gateStore.ts";
import type { Scanned } from "./gateView.ts";
import { hashOfCode } from "./list/codes.ts";

/** A scan made now, with the device's clock and its offset. */
export const newScan = (
  scan: Pick<ScanSent, "direction"> & Partial<ScanSent>,
  { offset }: { readonly offset: number },
): ScanSent => ({ id: crypto.randomUUID(), at: new Date().toISOString(), offset_ms: offset, ...scan });

/** An undo of a scan for the server, and how it is stored until it is sent. */
export const undoOf = ({ scan, subject }: KeptScan, view: { readonly offset: number }) =>
  [
    newScan({ direction: "undo", undoes: scan.id, decided: undoneHere }, view),
    { subject, let_in: false, sentAt: null },
  ] as const;

/** What the device shows, and what it stores to send later; nothing is stored if tickets have to be chosen first. */
type OwnDecision = {
  readonly answer: GateAnswer;
  readonly kept?: { readonly scan: ScanSent; readonly subject: string | null; readonly let_in: boolean };
};

const judgementOf = (sent: ScanSent, ticket: Listed | undefined, at: JudgedAt) => {
  const isCount = sent.code === undefined && sent.ticket_id === undefined && sent.card_id === undefined;
  if (isCount) return { shown: "welcome", reason: null, may_admit: false } as const;
  return ticket ? judgeListed(ticket, at) : judgeUnknown(at);
};

type Named = Pick<ScanSent, "code" | "ticket_id" | "card_id">;

/** The hash of the scanned code. A scan of a ticket that was chosen from an order has it instead of the code. */
const hashOfScanned = async ({ code, ticket_id, card_id }: Named): Promise<string | undefined> =>
  code === undefined || ticket_id !== undefined || card_id !== undefined ? code : hashOfCode(code);

export const idOf = ({ kind, id }: Pick<GateSubject, "kind" | "id">): Pick<Scanned, "ticket_id" | "card_id"> =>
  kind === "card" ? { card_id: id } : { ticket_id: id };

/**
 * A ticket or card that was found by a scan, for another scan. The hash of the scanned code goes with it, so that nobody is
 * admitted by a code that was replaced meanwhile.
 */
export const foundBy = async (scanned: Named, subject: Pick<GateSubject, "kind" | "id">) => {
  const code = await hashOfScanned(scanned);
  return { ...idOf(subject), ...(code !== undefined && { code }) };
};

/**
 * Decides on a scan without the server, by the device's list. A supervisor's code in the scan is one that the device could
 * not reject.
 */
export const decideOnDevice = async (sent: ScanSent, found: readonly Listed[], at: JudgedAt): Promise<OwnDecision> => {
  const [ticket, ...others] = found;
  if (ticket && others.length > 0) {
    const judgement = { shown: "look", reason: "choose", may_admit: true } as const;
    return { answer: ownAnswer(sent.id, { judgement, ticket: null, choices: found }, at) };
  }
  const judgement = judgementOf(sent, ticket, at);
  const mayAdmit = (judgement.shown === "look" && judgement.may_admit) || sent.supervisor !== undefined;
  const let_in = at.direction === "in" && (judgement.shown === "welcome" || (sent.admit !== undefined && mayAdmit));
  const decided = { shown: judgement.shown, reason: judgement.reason, let_in };
  const answer = ownAnswer(sent.id, { judgement, ticket: ticket ?? null, choices: [] }, at);
  return {
    answer: let_in ? { ...answer, counts: "entry" } : answer,
    kept: { scan: { ...(await namedScan(sent, ticket)), decided }, subject: ticket?.id ?? null, let_in },
  };
};

/**
 * Of the code of a listed ticket only the hash is stored, by which the server tells whether the ticket has another code
 * since. The server looks up any other code.
 */
const namedScan = async (sent: ScanSent, ticket: Listed | undefined): Promise<ScanSent> => {
  if (!ticket) return sent;
  const { code: _code, ...scan } = sent;
  const hash = await hashOfScanned(sent);
  return {
    ...scan,
    ...(ticket.type.is_card ? { card_id: ticket.id } : { ticket_id: ticket.id }),
    ...(hash !== undefined && { code: hash }),
  };
};
