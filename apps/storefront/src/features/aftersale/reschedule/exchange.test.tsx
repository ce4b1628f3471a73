import { act } from "react";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { byRole, press, type } from "@foyer/ui/test/dom.tsx";
import { choose, page, submit } from "../../../../test/aftersale/chooseTime.ts";
import {
  actionsReply,
  address,
  calls,
  can,
  changeReply,
  child,
  eventAnswers,
  newSession,
  orderReply,
  presentSession,
  ticketId,
} from "../../../../test/aftersale/fixtures.ts";
import { fakeApi, orderId, refusal, resetCartState, settle, showPage } from "../../../../test/cart/fixtures.tsx";
import { adult, gift, group, id, session, template } from "../../../../test/reserve/eventData.ts";
import { lazyTicketSteps } from "../../reserve/form/lazyTicketSteps.ts";
import { ReschedulePanel } from "./ReschedulePanel.tsx";

beforeAll(() => lazyTicketSteps.load());
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const student = { ...adult, id: id(34), name: "Student", discounted_amount: "12", currency_amount: "12" };
const kid = { ...child, discounted_amount: "8", outside_fees: [] };
const offer = (types: readonly object[] = [adult, kid, student, gift], left: number | null = null) => ({
  event_session: { _data: [session(50, "10:00", { left })] },
  event_template: { _data: [template] },
  ticket_group: { _data: [group] },
  ticket_type: { _data: types },
});
const everything = ["cancel", "reschedule", "exchange"];
const actionsOf = (actions: readonly string[]) =>
  actionsReply({ ticket: { _data: [1, 2, 3].map((number) => can(number, actions)) } });
const sessionCall = "GET /cached_api/events/:id/sessions/:id";

const open = async (answers: Parameters<typeof fakeApi>[0] = {}, seller: object = {}) => {
  const sent = fakeApi({
    ...eventAnswers,
    [sessionCall]: () => offer(),
    [calls.order]: () => orderReply(),
    [calls.actions]: () => actionsOf(everything),
    [calls.openLinked]: () => changeReply(),
    ...answers,
  });
  const shown = await showPage(<ReschedulePanel id={orderId} event_session_id={presentSession} />, {
    path: address(),
    seller,
  });
  return { sent, ...shown };
};
const selects = () => [...document.querySelectorAll("select")];
const optionsOf = (index: number) => [...(selects()[index]?.options ?? [])].map(({ text }) => text);
const exchange = async (index: number, type: { readonly id: string }): Promise<void> => {
  await act(async () => {
    const select = selects()[index];
    if (!select) throw new Error("no such select");
    select.value = type.id;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await settle();
};
const review = () => byRole("button", "Review the change");
const keeps = () => document.querySelector<HTMLInputElement>('input[value="kept"]');
const chooseOther = async (): Promise<void> => {
  await act(async () => document.querySelector<HTMLInputElement>('input[value="other"]')?.click());
  await settle();
};

describe("at the present time", () => {
  test("nothing is changed yet: the time is kept, each ticket keeps its type, and nothing can be reviewed", async () => {
    const { sent } = await open();
    expect(document.querySelector("h1")?.textContent).toBe("Change tickets");
    expect(page()).toMatch(/Keep Sun, Nov 22, 2026 at 10:00\sAM/);
    expect(keeps()?.checked).toBe(true);
    expect(document.querySelectorAll('input[type="checkbox"]')).toHaveLength(0);
    expect(optionsOf(0)).toEqual(["Keep Adult", "Child, $8.00", "Student, $13.50"]);
    expect(optionsOf(2)).toEqual(["Keep Child", "Adult, $21.50", "Student, $13.50"]);
    expect(selects()[0]?.getAttribute("aria-label")).toBe("Exchange for another type: Adult, Ada Byron");
    expect(page()).toContain("Nothing has changed yet.");
    expect(review().getAttribute("aria-disabled")).toBe("true");
    expect(sent.map(({ what }) => what)).not.toContain("GET /cached_api/events/:id/calendar");
    await submit();
    expect(sent.map(({ what }) => what)).not.toContain(calls.openLinked);
  });

  test("updates the difference with each choice, and hides it if the current type is chosen again", async () => {
    await open();
    await exchange(1, kid);
    // 21.50 was paid, less the fee of 1.00; a child's ticket is 8.00.
    expect(page()).toContain(
      "New tickets1 × ChildDifference$12.50 backIncluding the Harbor Museum change fee of $1.00",
    );
    expect(page()).not.toContain("Nothing has changed yet.");
    expect(review().getAttribute("aria-disabled")).toBeNull();
    await exchange(2, adult);
    expect(page()).toContain("1 × Child1 × AdultDifferenceNo extra cost");
    await exchange(1, adult);
    expect(page()).toContain("New tickets1 × AdultDifference+$12.50");
    await exchange(2, kid);
    expect(page()).toContain("Nothing has changed yet.");
    expect(page()).not.toContain("Difference");
  });

  test("only the tickets that are exchanged are given up, each with its name", async () => {
    const { sent, history } = await open();
    await exchange(0, student);
    await submit();
    expect(sent.find(({ what }) => what === calls.openLinked)?.body).toEqual({
      remove: [ticketId(1)],
      add: [{ event_session_id: presentSession, ticket_type_id: student.id, admit_name: "Ada Byron" }],
    });
    expect(history.at(-1)).toBe(address("/confirm"));
  });

  test("a refusal is shown, and what is chosen stays", async () => {
    await open({
      [calls.openLinked]: () => refusal(409, "event_session_sold_out", { description: "That time is full." }),
    });
    await exchange(0, student);
    await submit();
    expect(page()).toContain("That time is full.");
    expect(byRole("button", "Start again")).toBeDefined();
    expect(selects()[0]?.value).toBe(student.id);
  });

  test("says so if there are no other types", async () => {
    await open({ [sessionCall]: () => offer([]) });
    expect(page()).toContain("No other types are available at this time.");
    expect(selects()).toHaveLength(0);
  });

  test("a full session offers every type: each ticket keeps its place", async () => {
    await open({ [sessionCall]: () => offer([adult, kid, student, gift], 0) });
    expect(optionsOf(0)).toEqual(["Keep Adult", "Child, $8.00", "Student, $13.50"]);
  });

  test("types that could not be loaded are loaded again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let hasFailed = true;
    await open({ [sessionCall]: () => (hasFailed ? refusal(404, "not_found") : offer()) });
    expect(page()).toContain("Sorry, we could not load the types.");
    hasFailed = false;
    await act(async () => press(byRole("button", "Try again")));
    await settle();
    expect(optionsOf(0)).toContain("Student, $13.50");
  });
});

describe("at another time", () => {
  test("types and time change together, and the price is fetched for the new types", async () => {
    const { sent } = await open();
    await exchange(0, student);
    await chooseOther();
    expect(selects()[0]?.value).toBe(student.id);
    expect(optionsOf(0)).toContain("Student");
    expect(sent.findLast(({ what }) => what === "POST /api/events/:id/calendar")?.body).toEqual({
      ticket_types_required: [adult, kid, student].map((type) => ({ ticket_type_id: type.id, quantity: 1 })),
    });
    await choose(/23/);
    await choose(/11:00/);
    await submit();
    expect(sent.find(({ what }) => what === calls.openLinked)?.body).toEqual({
      remove: [1, 2, 3].map(ticketId),
      add: [
        { event_session_id: newSession, ticket_type_id: student.id, admit_name: "Ada Byron" },
        { event_session_id: newSession, ticket_type_id: adult.id, face_value: "20" },
        { event_session_id: newSession, ticket_type_id: child.id, face_value: "20" },
      ],
    });
  });

  test("a type that is not sold then is named and stays chosen", async () => {
    let types: readonly object[] = [adult, kid, student];
    await open({ [sessionCall]: () => offer(types) });
    await exchange(0, student);
    await chooseOther();
    types = [adult, kid];
    await choose(/23/);
    await choose(/12:00/);
    expect(page()).toContain("Not available at this time: Student.");
    expect(selects()[0]?.value).toBe(student.id);
  });

  test("asks for a date, and going back to the present time keeps the types", async () => {
    await open();
    await exchange(0, student);
    await chooseOther();
    await submit();
    expect(page()).toContain("Please choose a date.");
    await act(async () => keeps()?.click());
    await settle();
    expect(page()).not.toContain("Please choose a date.");
    expect(page()).toContain("New tickets1 × Student");
  });

  test("a ticket that stays is not exchanged", async () => {
    await open();
    await chooseOther();
    expect(selects()).toHaveLength(3);
    await act(async () => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
    expect(selects()).toHaveLength(2);
  });
});

describe("what the policy allows", () => {
  test("only exchanging: no other time is offered", async () => {
    await open({ [calls.actions]: () => actionsOf(["exchange"]) });
    expect(document.querySelector("h1")?.textContent).toBe("Change tickets");
    expect(keeps()).toBeNull();
    expect(selects()).toHaveLength(3);
  });

  test("only moving: no types are offered, nor fetched", async () => {
    const { sent } = await open({ [calls.actions]: () => actionsOf(["reschedule"]) });
    expect(document.querySelector("h1")?.textContent).toBe("Change date or time");
    expect(keeps()).toBeNull();
    expect(selects()).toHaveLength(0);
    expect(sent.map(({ what }) => what)).not.toContain(sessionCall);
  });
});

describe("city-pass vouchers", () => {
  const formats = { adult_regexp: "CP[0-9]{6}", child_regexp: "CPC[0-9]{5}" };
  const needing = () =>
    actionsReply({
      ticket: { _data: [1, 2, 3].map((number) => ({ ...can(number, everything), needs_voucher: true })) },
    });
  const openVouchers = (answers: Parameters<typeof fakeApi>[0] = {}) =>
    open({ [calls.actions]: needing, ...answers }, { configuration: { citypass_code_groups: formats } });
  const fields = () => [...document.querySelectorAll<HTMLInputElement>("input[autocapitalize]")];
  const enter = (index: number, text: string): void => {
    const field = fields()[index];
    if (!field) throw new Error("no such field");
    type(field, text);
  };
  const sentVouchers = (sent: Awaited<ReturnType<typeof open>>["sent"]) =>
    sent.flatMap(({ what, body }) =>
      what === calls.openLinked ? [(body as { preReservePromoCodes?: unknown }).preReservePromoCodes] : [],
    );

  test("are asked for where an adult becomes a child, and are sent with the change", async () => {
    const { sent } = await openVouchers();
    await exchange(0, student);
    expect(fields()).toHaveLength(0);
    await exchange(1, kid);
    expect(page()).toContain("City-pass voucher for Child");
    await submit();
    expect(page()).toContain("This field is required.");
    expect(sentVouchers(sent)).toEqual([]);
    enter(0, " CPC11111 ");
    await submit();
    expect(sentVouchers(sent)).toEqual([
      {
        codes: ["CPC11111"],
        handler: "citypass",
        handler_data: { visit_datetime: "2026-11-22T15:00:00Z", ticket_type_ids: [kid.id] },
      },
    ]);
  });

  test("stay in the form with the server's words where one is refused", async () => {
    const description = "Does not match the expected format. Please check your city-pass code.";
    const { sent } = await openVouchers({
      [calls.openLinked]: () =>
        refusal(422, "invalid_citypass", {
          description,
          extra: { index: 0, message: "format", ticket_type_id: kid.id },
        }),
    });
    await exchange(0, kid);
    enter(0, "CP111111");
    await submit();
    expect(page()).toContain(description);
    expect(fields()[0]?.getAttribute("aria-invalid")).toBe("true");
    expect(fields()[0]?.value).toBe("CP111111");
    expect(selects()[0]?.value).toBe(kid.id);
    expect(sent.map(({ what }) => what)).not.toContain("DELETE /api/my/cart/:id");
    enter(0, "CPC11111");
    expect(page()).not.toContain(description);
  });

  test("are asked for if the server requires one although the kind of type stays the same", async () => {
    const { sent } = await openVouchers({
      [calls.openLinked]: () =>
        refusal(422, "invalid_citypass", { extra: { index: 0, message: "required", ticket_type_id: student.id } }),
    });
    await exchange(0, student);
    await submit();
    expect(sentVouchers(sent)).toEqual([undefined]);
    expect(page()).toContain("City-pass voucher for Student");
    expect(page()).toContain("This field is required.");
  });

  test("the same voucher for two tickets is refused before it is sent", async () => {
    const { sent } = await openVouchers();
    await exchange(0, kid);
    await exchange(1, kid);
    enter(0, "CPC11111");
    enter(1, "cpc11111");
    await submit();
    expect(page()).toContain("Each voucher can be used once. Please enter another one.");
    expect(sentVouchers(sent)).toEqual([]);
  });
});
