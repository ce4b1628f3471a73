import sharp from "sharp";
import { darkColors, lightColors } from "@foyer/rules/values/theme/themeColors.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { sellerText } from "../../providers/mail/sellerText.ts";
import type { WalletPass } from "../../providers/wallet/wallet.ts";
import { renderFittedImage } from "../catalog/images/renderFittedImage.ts";
import { formatDateTime } from "../checkout/emails/formatDateTime.ts";
import type { PrintedTicket } from "../orders/tickets/readPrintedTickets.ts";
import { passToken } from "./updates/passToken.ts";
import { walletStrings } from "./wallet.strings.ts";

/** Sizes in points, by file. Apple Wallet rejects a pass without `icon.png`. */
const icons = { "icon.png": 29, "icon@2x.png": 58, "icon@3x.png": 87 } as const;
const logos = { "logo.png": 1, "logo@2x.png": 2 } as const;

/** The fallback for a seller without an icon. */
const renderSquare = (color: string, size: number): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: color } })
    .png()
    .toBuffer();

const renderIcon = async (ctx: PassContext, color: string, size: number): Promise<Buffer> => {
  const { favicon } = ctx.seller.meta;
  const picture =
    favicon === undefined
      ? undefined
      : await renderFittedImage(ctx, favicon, { width: size, height: size, background: color });
  if (!picture) return renderSquare(color, size);
  return sharp(picture).resize({ width: size, height: size, fit: "contain", background: color }).png().toBuffer();
};

const renderPictures = async (ctx: PassContext, color: string): Promise<Record<string, Buffer>> => {
  // The pass's background has the brand colour, so the logo for dark backgrounds comes first.
  const logo = ctx.seller.meta.logo_dark ?? ctx.seller.meta.logo;
  const drawn = await Promise.all([
    ...Object.entries(icons).map(async ([name, size]) => [name, await renderIcon(ctx, color, size)] as const),
    ...Object.entries(logos).map(
      async ([name, scale]) =>
        [
          name,
          logo === undefined
            ? undefined
            : await renderFittedImage(ctx, logo, { width: 160 * scale, height: 50 * scale }),
        ] as const,
    ),
  ]);
  return Object.fromEntries(drawn.flatMap(([name, bytes]) => (bytes ? [[name, bytes]] : [])));
};

/** Such as '2026-11-21T12:00:00-05:00'. Wallets show a pass when its local time comes. */
const venueTime = (moment: string | null, timezone: string): string | null =>
  moment === null
    ? null
    : Temporal.Instant.from(moment)
        .toZonedDateTimeISO(timezone)
        .toString({ timeZoneName: "never", smallestUnit: "second" });

export type PassDetails = Pick<WalletPass, "id" | "scan_code" | "kind" | "order_number" | "expires"> & {
  readonly ticket: Pick<
    PrintedTicket,
    | "event_template_id"
    | "event_name"
    | "type_name"
    | "admit_name"
    | "seat_name"
    | "venue_name"
    | "venue_address"
    | "timezone"
    | "start_datetime"
    | "end_datetime"
    | "all_day"
    | "ticket_date_time"
    | "card"
  >;
};

type PassContext = Pick<RequestContext, "db" | "seller" | "providers">;

const brandColors = ({ theme }: PassContext["seller"]) => {
  const light = lightColors(theme.light);
  return theme.mode === "dark" ? darkColors(theme.dark, light) : light;
};

/** Apple Wallet requests updates over HTTPS only. */
const updatesOf = (ctx: PassContext, serial: string): WalletPass["updates"] => {
  const { origin } = ctx.providers;
  if (!origin.startsWith("https://")) return null;
  return { url: `${origin}/_wallet/${ctx.seller.slug}`, token: passToken(ctx, serial) };
};

const passLabels = (seller: PassContext["seller"], isCard: boolean): WalletPass["labels"] => {
  const t = sellerText(seller, walletStrings, {});
  return {
    when: t(isCard ? "wallet.valid" : "wallet.when"),
    venue: t("wallet.venue"),
    type: t(isCard ? "wallet.level" : "wallet.type"),
    holder: t("wallet.holder"),
    seat: t("wallet.seat"),
    order: t("wallet.order"),
    number: t("wallet.number"),
  };
};

/** Builds a pass with the seller's texts and colours, without pictures. */
export const buildPass = (ctx: PassContext, details: PassDetails): Omit<WalletPass, "pictures"> => {
  const { seller } = ctx;
  const { id, scan_code, kind, order_number, expires, ticket } = details;
  const { brand, on_brand } = brandColors(seller);
  const { card } = ticket;
  const { logo } = seller.meta;
  return {
    id,
    scan_code,
    order_number,
    kind,
    seller: { slug: seller.slug, name: seller.name, locale: seller.locale },
    origin: ctx.providers.origin,
    event_template_id: ticket.event_template_id,
    title: ticket.event_name,
    type_name: ticket.type_name,
    holder: ticket.admit_name,
    seat: ticket.seat_name,
    venue: ticket.venue_name,
    venue_address: ticket.venue_address,
    starts: venueTime(ticket.start_datetime, ticket.timezone),
    ends: venueTime(ticket.end_datetime, ticket.timezone),
    when: card ? card.term : ticket.start_datetime === null ? null : formatDateTime(ticket, seller.locale),
    expires: venueTime(expires, ticket.timezone),
    number: card?.member_number ?? null,
    labels: passLabels(seller, kind === "card"),
    colors: { background: brand, foreground: on_brand, label: on_brand },
    logo_url:
      logo === undefined
        ? null
        : `${ctx.providers.origin}/api/image/${logo}?_seller=${seller.slug}&sizex=320&sizey=100`,
    updates: updatesOf(ctx, id),
  };
};

/** Adds the seller's icon and logo, which Apple Wallet needs inside the pass. */
export const addPictures = async (ctx: PassContext, pass: Omit<WalletPass, "pictures">): Promise<WalletPass> => ({
  ...pass,
  pictures: await renderPictures(ctx, pass.colors.background),
});
