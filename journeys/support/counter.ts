import type { Page } from "playwright-core";

const event = "Museum Admission";
/** The width at which the counter is used. */
export const tablet = { width: 1024, height: 768 };

export type Visit = { readonly day: string; readonly time: string };
type Offered = {
  readonly timezone: string;
  readonly offers: readonly {
    readonly event: string;
    readonly left: number | null;
    readonly session: { readonly start_datetime: string; readonly timezone: string } | null;
  }[];
};

/**
 * The first day from tomorrow on with a session at the museum that has room for this test, among the days shown at once.
 */
export const findVisit = async (page: Page): Promise<Visit> => {
  for (let days = 1; days <= 10; days++) {
    const day = Temporal.Now.plainDateISO("America/New_York").add({ days }).toString();
    const counter = await page.evaluate(
      async (asked) => (await fetch(`/staff_api/counter?_seller=harbor&day=${asked}`)).json() as Promise<Offered>,
      day,
    );
    const sessions = counter.offers.filter((offer) => offer.event === event && offer.session).slice(0, 6);
    const roomy = sessions.find(({ left }) => left !== null && left >= 12)?.session;
    if (!roomy) continue;
    const start = Temporal.Instant.from(roomy.start_datetime).toZonedDateTimeISO(roomy.timezone);
    return { day, time: start.toPlainTime().toString({ smallestUnit: "minute" }) };
  }
  throw new Error("The museum is closed for ten days");
};

/** The print window is the browser's own, so only its opening is recorded. */
export const recordPrinting = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
};

/** The button of a session at the counter. */
export const offerButton = (page: Page, { time }: Visit) =>
  page.getByRole("region", { name: event }).getByRole("button", { name: new RegExp(`^${time}`) });
