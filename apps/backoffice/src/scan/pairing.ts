import { pairDevice } from "@foyer/contract/office/gate/devices.ts";
import { callOffice } from "../shared/call.ts";
import { sendWaiting } from "./own/sendWaiting.ts";
import { orNothing } from "./update/overReload.ts";

const storageKey = "foyer-gate-seller";
const isSlug = (text: string | null): text is string => text !== null && /^[a-z0-9-]{1,63}$/.test(text);

const lastSeller = (): string | null => orNothing(() => localStorage.getItem(storageKey));
const remember = (slug: string): void => void orNothing(() => localStorage.setItem(storageKey, slug));

/** The seller of this gate: from the address, or else from the last time. */
export const sellerOfGate = (): string | undefined => {
  const named = new URLSearchParams(location.search).get("seller");
  const slug = isSlug(named) ? named : lastSeller();
  if (!isSlug(slug)) return undefined;
  remember(slug);
  return slug;
};

/** The session for which the gate was opened from the board; it need not be one of today's. */
export const sessionOfAddress = (): string | undefined =>
  new URLSearchParams(location.search).get("session") ?? undefined;

/** The code of a pairing link: '#harbor.TOKEN'. It is removed from the address at once. */
export const takePairingLink = (): { readonly seller: string; readonly token: string } | undefined => {
  const [, seller = null, token] = /^#([a-z0-9-]{1,63})\.([\w-]{43})$/.exec(location.hash) ?? [];
  if (!isSlug(seller) || token === undefined) return undefined;
  history.replaceState(null, "", location.pathname);
  return { seller, token };
};

export const pair = async (link: { readonly seller: string; readonly token: string }): Promise<void> => {
  const before = lastSeller();
  if (isSlug(before)) await sendWaiting(before);
  await callOffice(pairDevice, link);
  remember(link.seller);
};
