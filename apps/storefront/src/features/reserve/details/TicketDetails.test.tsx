import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { press, type } from "@foyer/ui/test/dom.tsx";
import {
  button,
  openEventPage,
  send,
  sentBodies,
  settle,
  text,
  fakeShop,
} from "../../../../test/reserve/eventPage.tsx";
import { group, id, seller, template } from "../../../../test/reserve/eventData.ts";

// Loaded in advance: the page loads them on demand.
beforeAll(() =>
  Promise.all([
    import("./DetailFields.tsx"),
    import("@foyer/rules/forms/ticketDetails.ts"),
    import("@foyer/rules/forms/survey.ts"),
    import("@foyer/rules/forms/vouchers.ts"),
  ]),
);

describe("details", () => {
  const field = (label: string): HTMLInputElement => {
    const found = [...document.querySelectorAll("label")].find(
      (one) => (one.textContent ?? "").replace(/\s+/g, " ").trim() === label,
    );
    const control = found && (document.getElementById(found.htmlFor) ?? found.querySelector("input"));
    if (!control) throw new Error(`no field ${label}`);
    return control as HTMLInputElement;
  };
  const errorOf = (control: HTMLElement) =>
    (control.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((one) => document.getElementById(one)?.textContent ?? "")
      .join(" ");
  const adults = (count: number) => openEventPage(`session=${id(40)}&quantity=Adult:${count}`);

  test("asks for one attendee per ticket and keeps them while quantities change", async () => {
    fakeShop.groups = [{ ...group, meta: { admit_names: "required", admit_emails: "optional" } }];
    await adults(2);
    type(field("Adult 2 – First name"), "Bo");
    press(button("Fewer: Adult"));
    expect(document.body.textContent).not.toContain("Adult 2");
    press(button("More: Adult"));
    await settle();
    expect(field("Adult 2 – First name").value).toBe("Bo");
    expect(field("Adult 1 – Email (optional)").type).toBe("email");

    await send();
    expect(sentBodies).toEqual([]);
    expect(document.activeElement).toBe(field("Adult 1 – First name"));
    expect(errorOf(field("Adult 1 – Last name"))).toContain("This field is required.");
    press(button("More: Adult"));
    await settle();
    expect(field("Adult 3 – First name").getAttribute("aria-invalid")).toBeNull();
    press(button("Fewer: Adult"));

    type(field("Adult 1 – First name"), " Ada ");
    type(field("Adult 1 – Last name"), "Lovelace");
    type(field("Adult 1 – Email (optional)"), "ada");
    type(field("Adult 2 – Last name"), "Ek");
    await send();
    expect(errorOf(field("Adult 1 – Email (optional)"))).toContain("Please enter a valid email address.");
    type(field("Adult 1 – Email (optional)"), "ada@example.org");
    await send();
    expect(sentBodies).toMatchObject([
      {
        add: [
          {
            ticket_types_required: [
              { quantity: 2, admit_names: ["Ada Lovelace", "Bo Ek"], admit_emails: ["ada@example.org", ""] },
            ],
          },
        ],
      },
    ]);
  });

  const survey = {
    properties: {
      note: { type: "string", title: "Anything else?", propertyOrder: 9 },
      diet: { enum: ["All", "Vegan"], title: "What do you eat?", propertyOrder: 1 },
      from: { enum: ["A", "B", "C", "D"], title: "Where from?", propertyOrder: 2 },
      age: { type: "integer", minimum: 4, title: "How old?", propertyOrder: 3 },
      born: { format: "date", title: "Since when?", propertyOrder: 4 },
      tell: { type: "boolean", title: "Tell me more", propertyOrder: 5 },
      card: { type: "string", title: "Member card", context: "member" },
    },
    required: ["diet", "age"],
  };

  test("a survey asks in order, validates and sends the answers", async () => {
    fakeShop.groups = [{ ...group, additional_info_spec: survey }];
    await adults(1);
    expect(text()).toMatch(/What do you eat\?.*Where from\?.*How old\?.*Since when\?.*Tell me more.*Anything else\?/);
    expect(text()).not.toContain("Member card");
    await send();
    expect(sentBodies).toEqual([]);
    expect((document.activeElement as HTMLInputElement).value).toBe("All");
    press(field("Vegan"));
    expect((field("How old?") as HTMLInputElement).inputMode).toBe("numeric");
    type(field("How old?"), "3");
    await send();
    expect(errorOf(field("How old?"))).toContain("Please enter 4 or more.");
    type(field("How old?"), "5");
    type(field("Anything else? (optional)"), " no ");
    press(field("Tell me more"));
    await send();
    expect(sentBodies).toMatchObject([
      { additionalInfo: { [id(20)]: { diet: "Vegan", age: 5, tell: true, note: "no" } } },
    ]);
    expect(
      Object.keys((sentBodies[0] as { additionalInfo: Record<string, object> }).additionalInfo[id(20)] ?? {}),
    ).toHaveLength(4);
  });

  test("shows the server's refusal beside the answer until it is changed", async () => {
    fakeShop.groups = [{ ...group, additional_info_spec: survey }];
    await adults(1);
    press(field("All"));
    type(field("How old?"), "5");
    fakeShop.reserve = () => ({
      status: 422,
      body: {
        _data: [
          {
            _code: "additional_info_validation_failed",
            _context: "reserve",
            _description: "Please check your answers and try again.",
            _extra: { ticket_group_id: id(20), problems: { age: "too_large" } },
          },
        ],
      },
    });
    await send();
    expect(errorOf(field("How old?"))).toContain("Please check your answers and try again.");
    expect(document.activeElement).toBe(field("How old?"));
    type(field("How old?"), "6");
    expect(field("How old?").getAttribute("aria-invalid")).toBeNull();
  });

  test("leaves out an invalid question and reports it", async () => {
    const consoleError = vi.spyOn(console, "error").mockReturnValue();
    const odd = { properties: { ...survey.properties, odd: { title: "No type" } }, required: [] };
    fakeShop.groups = [{ ...group, additional_info_spec: odd }];
    await adults(1);
    expect(text()).toContain("What do you eat?");
    expect(text()).not.toContain("No type");
    expect(consoleError.mock.calls).toEqual([
      [`Error: survey of group ${id(20)}: properties.odd needs a type or an enum`],
    ]);
    consoleError.mockRestore();
  });

  describe("of a city pass", () => {
    beforeEach(() => {
      fakeShop.template = { ...template, config: { citypass: true } };
      fakeShop.seller = {
        ...seller,
        configuration: { citypass_code_groups: { adult_regexp: "A\\d{3}", child_regexp: "C\\d{3}" } },
      };
    });

    test("requires a voucher for each ticket", async () => {
      await openEventPage(`session=${id(40)}&quantity=Adult:2`);
      const [one, two] = [field("Adult 1 – Voucher number"), field("Adult 2 – Voucher number")];
      expect(one.placeholder).toBe("Enter voucher number");
      type(one, "A12");
      type(two, "A123");
      await send();
      expect(sentBodies).toEqual([]);
      expect(errorOf(one)).toContain("Does not match the expected format. Please check your city-pass code.");
      expect(document.activeElement).toBe(one);
      type(one, "A123");
      await send();
      expect(errorOf(two)).toContain("Each voucher can be used once.");
      type(one, " A124 ");
      await send();
      expect(sentBodies).toMatchObject([
        {
          preReservePromoCodes: {
            codes: ["A124", "A123"],
            handler: "citypass",
            handler_data: { visit_datetime: "2026-11-22T10:00:00Z", ticket_type_ids: [id(30), id(30)] },
          },
        },
      ]);
    });

    test.each([
      ["beside the voucher that it is about", { index: 1 }, true],
      ["in the form, when it does not say which", {}, false],
    ])("shows the server's refusal %s", async (_, extra, isBeside) => {
      await openEventPage(`session=${id(40)}&quantity=Adult:2`);
      type(field("Adult 1 – Voucher number"), "A123");
      type(field("Adult 2 – Voucher number"), "A124");
      const _description = "This voucher has been used.";
      fakeShop.reserve = () => ({
        status: 422,
        body: { _data: [{ _code: "invalid_citypass", _context: "reserve", _description, _extra: extra }] },
      });
      await send();
      expect(text()).toContain(_description);
      expect(errorOf(field("Adult 2 – Voucher number")).includes(_description)).toBe(isBeside);
    });
  });

  test("stores nothing in the browser", async () => {
    fakeShop.groups = [{ ...group, meta: { admit_names: "required" } }];
    await adults(1);
    type(field("Adult 1 – First name"), "Zenobia");
    expect(
      [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join() + location.href,
    ).not.toContain("Zenobia");
  });
});
