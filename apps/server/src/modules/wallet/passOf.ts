import sharp from "sharp";
import { darkColors, lightColors } from "@foyer/rules/contrast.ts";
import type { Ask } from "../../http/ask.ts";
import { letterWords } from "../../outside/mail/letterWords.ts";
import type { Pass } from "../../outside/wallet/wallet.ts";
import { fittedPicture } from "../catalog/fittedPicture.ts";
import { letterMoment } from "../checkout/letterMoment.ts";
import type { OpenTicket } from "./openTicket.ts";
import { walletStrings } from "./wallet.strings.ts";

/** Points of an icon, by file; a pass without the first cannot be kept. */
const icons = { "icon.png": 29, "icon@2x.png": 58, "icon@3x.png": 87 } as const;
const logos = { "logo.png": 1, "logo@2x.png": 2 } as const;

/** A square of the seller's own colour, where they have no picture for it. */
const squareOf = (color: string, size: number): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: color } })
    .png()
    .toBuffer();

/** A picture as a square, on the seller's colour. */
const iconOf = async (ask: Ask, color: string, size: number): Promise<Buffer> => {
  const { favicon } = ask.seller.meta;
  const picture =
    favicon === undefined ? undefined : await fittedPicture(ask, favicon, { width: size, height: size, behind: color });
  if (!picture) return squareOf(color, size);
  return sharp(picture).resize({ width: size, height: size, fit: "contain", background: color }).png().toBuffer();
};

const picturesOf = async (ask: Ask, color: string): Promise<Record<string, Buffer>> => {
  // On the brand's own ground: the mark for dark grounds, where there is one.
  const logo = ask.seller.meta.logo_dark ?? ask.seller.meta.logo;
  const drawn = await Promise.all([
    ...Object.entries(icons).map(async ([name, size]) => [name, await iconOf(ask, color, size)] as const),
    ...Object.entries(logos).map(
      async ([name, scale]) =>
        [
          name,
          logo === undefined ? undefined : await fittedPicture(ask, logo, { width: 160 * scale, height: 50 * scale }),
        ] as const,
    ),
  ]);
  return Object.fromEntries(drawn.flatMap(([name, bytes]) => (bytes ? [[name, bytes]] : [])));
};

/** '2026-11-21T12:00:00-05:00': the moment as the venue's clock has it, for a pass to be shown at the right time. */
const atVenue = (moment: string | null, timezone: string): string | null =>
  moment === null
    ? null
    : Temporal.Instant.from(moment)
        .toZonedDateTimeISO(timezone)
        .toString({ timeZoneName: "never", smallestUnit: "second" });

/** A ticket as a pass: in the seller's words, colours and pictures. */
export const passOf = async (ask: Ask, { order, ticket, expires }: OpenTicket): Promise<Pass> => {
  const { seller } = ask;
  const say = letterWords(seller, walletStrings, {});
  const light = lightColors(seller.theme.light);
  const { brand, on_brand } = seller.theme.mode === "dark" ? darkColors(seller.theme.dark, light) : light;
  const { card } = ticket;
  const { logo } = seller.meta;
  return {
    id: ticket.id,
    scan_code: ticket.scan_code,
    order_number: String(order.order_number),
    kind: card ? "card" : "ticket",
    seller: { slug: seller.slug, name: seller.name, locale: seller.locale },
    event_template_id: ticket.event_template_id,
    title: ticket.event_name,
    type_name: ticket.type_name,
    holder: ticket.admit_name,
    seat: ticket.seat_name,
    venue: ticket.venue_name,
    venue_address: ticket.venue_address,
    starts: atVenue(ticket.start_datetime, ticket.timezone),
    ends: atVenue(ticket.end_datetime, ticket.timezone),
    when: card ? card.term : ticket.start_datetime === null ? null : letterMoment(ticket, seller.locale),
    expires: atVenue(expires, ticket.timezone),
    number: card?.member_number ?? null,
    labels: {
      when: say(card ? "wallet.valid" : "wallet.when"),
      venue: say("wallet.venue"),
      type: say(card ? "wallet.level" : "wallet.type"),
      holder: say("wallet.holder"),
      seat: say("wallet.seat"),
      order: say("wallet.order"),
      number: say("wallet.number"),
    },
    colors: { background: brand, foreground: on_brand, label: on_brand },
    logo_url:
      logo === undefined ? null : `${ask.outside.origin}/api/image/${logo}?_seller=${seller.slug}&sizex=320&sizey=100`,
    pictures: await picturesOf(ask, brand),
  };
};
