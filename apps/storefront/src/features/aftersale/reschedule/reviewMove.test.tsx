import { act } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import { boxes, choose, chooseNewTime, leaveOut, page, submit } from "../../../../test/aftersale/chooseTime.ts";
import {
  actionsReply,
  address,
  bookedCartId,
  calls,
  changeCartId,
  changeReply,
  child,
  eventAnswers,
  makeTicket,
  newSession,
  orderReply,
  partySession,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { openReschedule } from "../../../../test/aftersale/openReschedule.tsx";
import { fakeApi, orderId, refusal, resetCartState, settle, setSaved } from "../../../../test/cart/fixtures.tsx";
import { adult, id } from "../../../../test/reserve/eventData.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { lazyTicketSteps } from "../../reserve/form/lazyTicketSteps.ts";

beforeAll(() => lazyTicketSteps.load());
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const added = (number: number, event_session_id = newSession) => ({
  event_session_id,
  ticket_type_id: number % 10 === 3 ? child.id : adult.id,
  face_value: "20",
  ...(number === 1 && { admit_name: "Ada Byron" }),
});

describe("reviewing", () => {
  test("opens the change by the order's link and leads to its review, without touching the visitor's cart", async () => {
    setSaved({ cart_id: id(7), local_expiry: Date.now() + 600_000 });
    const { sent, history } = await openReschedule({
      "GET /api/events/:id": eventAnswers["GET /cached_api/events/:id"],
      "GET /api/events/:id/calendar": eventAnswers["GET /cached_api/events/:id/calendar"],
      "GET /api/events/:id/sessions": eventAnswers["GET /cached_api/events/:id/sessions"],
    });
    await chooseNewTime();
    await submit();
    expect(sent.find(({ what }) => what === calls.openLinked)?.body).toEqual({
      remove: [1, 2, 3].map(ticketId),
      add: [added(1), added(2), added(3)],
    });
    expect(history.at(-1)).toBe(address("/confirm"));
    expect(savedStoreFor("harbor").get().cart_id).toBe(id(7));
  });

  test("opens the change of the visitor's own order without a token", async () => {
    const { sent, history } = await openReschedule(
      { [calls.openLinked]: () => changeReply() },
      { path: `/manage/${orderId}` },
    );
    await chooseNewTime();
    await leaveOut(0);
    await submit();
    expect(sent.find(({ what }) => what === calls.openLinked)?.body).toEqual({
      remove: [ticketId(2), ticketId(3)],
      add: [added(2), added(3)],
    });
    expect(history.at(-1)).toBe(`/manage/${orderId}/confirm`);
  });

  test.each([
    ["tickets", async () => [await leaveOut(0), await leaveOut(1), await leaveOut(2)], "select at least one ticket"],
    ["a date", async () => undefined, "Please choose a date."],
    ["a time", () => choose(/23/), "Please choose a time."],
  ])("asks for %s", async (_, prepare, text) => {
    const { sent } = await openReschedule();
    await prepare();
    await submit();
    expect(allByRole("alert").map(({ textContent }) => textContent)).toEqual([expect.stringContaining(text)]);
    expect(sent.map(({ what }) => what)).not.toContain(calls.openLinked);
  });

  test("keeps what an open change does with other dates", async () => {
    const other = { from: ticketId(5), to: ticketId(15) };
    const { change } = changeReply().cart._data[0] ?? {};
    const { sent } = await openReschedule({
      [calls.actions]: () => actionsReply({ change_cart_id: changeCartId }),
      [calls.cart]: () => ({
        ...changeReply({ removed: [ticketId(1), other.from], moves: [...(change?.moves ?? []), other] }),
        ticket: { _data: [makeTicket(11), makeTicket(15, { event_session_id: partySession })] },
      }),
    });
    await chooseNewTime();
    await submit();
    expect(sent.find(({ what }) => what === calls.openLinked)?.body).toEqual({
      remove: [other.from, ...[1, 2, 3].map(ticketId)],
      add: [added(5, partySession), added(1), added(2), added(3)],
    });
  });

  test("chooses the same seats where they are free, and others where not", async () => {
    const seat = (seat_template_id: string, name: string, state = "available", x = 0) => ({
      seat_template_id,
      name,
      state,
      x,
      y: 10,
      r: 1,
      ticket_groups: id(20),
      kind: null,
      note: null,
      previous: null,
      next: null,
    });
    const seatNames = ["C 1", "C 2", "C 3"];
    const { sent } = await openReschedule({
      [calls.order]: () =>
        orderReply({
          ticket: { _data: [1, 2, 3].map((one) => makeTicket(one, { seat_name: seatNames[one - 1] ?? "" })) },
        }),
      "GET /cached_api/events/:id/sessions/:id/seat_map": () => ({
        seat_map: { _data: [{ width: 100, height: 100, other_elements: [] }] },
        seat: {
          _data: [
            seat("s1", "C 1"),
            seat("s2", "C 2", "unavailable"),
            seat("s3", "C 3"),
            seat("s9", "D 9", "available", 40),
          ],
        },
      }),
    });
    await chooseNewTime();
    await submit();
    const body = sent.find(({ what }) => what === calls.openLinked)?.body as { add: { seat_template_id: string }[] };
    expect(body.add.map(({ seat_template_id }) => seat_template_id)).toEqual(["s1", "s9", "s3"]);
  });
});

describe("refusals", () => {
  test.each([
    ["event_session_sold_out", "reserve"],
    ["tickets_too_old", "general"],
    ["ticket_state_incorrect", "general"],
    ["ticket_not_found", "cart_remove_tickets"],
    ["cart_expired", "reserve"],
  ])("%s keeps what is chosen and offers to start again", async (code, context) => {
    const { sent } = await openReschedule({
      [calls.openLinked]: () => refusal(409, code, { context, description: "That time is full." }),
    });
    await chooseNewTime();
    await leaveOut(2);
    await submit();
    expect(page()).toContain("That time is full.");
    expect(document.activeElement?.textContent).toContain("That time is full.");
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true, false]);
    expect(sent.map(({ what }) => what)).not.toContain(calls.discard);
    // From here on, requests for the event bypass the caches.
    fakeApi({
      [calls.order]: () => orderReply(),
      [calls.actions]: () => actionsReply(),
      "GET /api/events/:id": eventAnswers["GET /cached_api/events/:id"],
      "GET /api/events/:id/calendar": eventAnswers["GET /cached_api/events/:id/calendar"],
      "POST /api/events/:id/calendar": eventAnswers["POST /api/events/:id/calendar"],
    });
    await act(async () => press(byRole("button", "Start again")));
    await settle();
    expect(document.activeElement?.tagName).toBe("H1");
    expect(page()).not.toContain("That time is full.");
  });

  test("any other refusal deletes the change and says so", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let change_cart_id: string | null = null;
    const { sent } = await openReschedule({
      [calls.actions]: () => actionsReply({ change_cart_id }),
      [calls.openLinked]: () => {
        change_cart_id = changeCartId;
        return refusal(500, "unexpected");
      },
      [calls.cart]: () => changeReply(),
      [calls.discard]: () => {
        change_cart_id = null;
        return { deleted: true };
      },
    });
    await chooseNewTime();
    await submit();
    expect(sent.filter(({ what }) => what === calls.discard)).toHaveLength(1);
    expect(page()).toContain("Your change has been discarded, and your order is unchanged.");
  });

  test("any other refusal keeps a change that was already open", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { sent } = await openReschedule({
      [calls.actions]: () => actionsReply({ change_cart_id: changeCartId }),
      [calls.cart]: () => changeReply(),
      [calls.openLinked]: () => refusal(500, "unexpected"),
    });
    await chooseNewTime();
    await submit();
    expect(sent.map(({ what }) => what)).not.toContain(calls.discard);
    expect(page()).toContain("Your order and the change you had started are unaffected.");
  });

  test("waits for a payment that is being processed", async () => {
    const { sent } = await openReschedule({
      [calls.openLinked]: () => refusal(409, "payment_in_progress", { description: "A payment is being processed." }),
    });
    await chooseNewTime();
    await submit();
    expect(page()).toContain("A payment is being processed.");
    expect(sent.map(({ what }) => what)).not.toContain(calls.discard);
  });
});

test("uses the order's own booked cart", async () => {
  const paths: string[] = [];
  await openReschedule();
  await chooseNewTime();
  const { setFetcher } = await import("../../../api/call.ts");
  setFetcher(async (path) => {
    paths.push(path);
    return new Response(JSON.stringify(changeReply()));
  });
  await submit();
  expect(paths[0]).toMatch(new RegExp(`/cart/${bookedCartId}/modify\\?.*token=${"t".repeat(32)}`));
});
