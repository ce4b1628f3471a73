import { beforeEach, expect, test } from "vitest";
import { setApiSeller, setFetcher } from "../../../api/call.ts";
import { createQueryClient } from "../../../shared/queries/queryClient.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { holdAddOns } from "./holdAddOns.ts";

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
const request = (event: number) => ({
  event_template_id: id(event),
  ticket_types_required: [{ ticket_type_id: id(event + 10), quantity: 1 }],
});

/** The events of each request, in order. */
let asked: string[][] = [];
const serveUnless = (status: number, refused: readonly string[]) =>
  setFetcher(async (_, { body }) => {
    const { add } = JSON.parse(body ?? "{}") as { add: { event_template_id: string }[] };
    const events = add.map(({ event_template_id }) => event_template_id);
    asked.push(events);
    const one = events.find((event) => refused.includes(event));
    if (one !== undefined)
      return Response.json(
        { _data: [{ _code: "event_session_sold_out", _context: "reserve", _description: `${one} is sold out.` }] },
        { status },
      );
    return Response.json({ cart: { _data: [{ id: id(5), lines: [], expires_in: 600 }] }, ticket: { _data: [] } });
  });

beforeEach(() => {
  asked = [];
  setApiSeller("harbor");
  savedStoreFor("harbor").change({ cart_id: id(5), local_expiry: Date.now() + 600_000 });
});
const hold = (...events: number[]) => holdAddOns({ client: createQueryClient(), slug: "harbor" }, events.map(request));

test("holds everything in one request", async () => {
  serveUnless(409, []);
  expect(await hold(1, 2, 3)).toEqual([]);
  expect(asked).toEqual([[id(1), id(2), id(3)]]);
});

test("holds available add-ons and names unavailable ones", async () => {
  serveUnless(409, [id(2)]);
  const refused = await hold(1, 2, 3);
  expect(refused.map(({ event_template_id, error }) => [event_template_id, error.description])).toEqual([
    [id(2), `${id(2)} is sold out.`],
  ]);
  expect(asked).toEqual([[id(1), id(2), id(3)], [id(1)], [id(2)], [id(3)]]);
});

test("asks for a single add-on only once", async () => {
  serveUnless(409, [id(2)]);
  expect(await hold(2)).toHaveLength(1);
  expect(asked).toHaveLength(1);
});

test("does not treat a server error as a refusal of the tickets", async () => {
  serveUnless(503, [id(2)]);
  await expect(hold(1, 2)).rejects.toThrow();
  expect(asked).toHaveLength(1);
});
