import { storageKey } from "@foyer/contract/storageKey.ts";

/**
 * Inline script that marks the page for a visitor with a cart. Pages are cached for every visitor. The listing offers
 * other events for a filled cart, and the mark hides the general ones until it has decided, so that no event moves under
 * a pointer (storefront features/listing/Listing.module.css).
 */
export const earlyCart = `try{/"cart_id":"/.test(localStorage.getItem("${storageKey('"+location.pathname.split("/")[1]+"')}"))&&(document.documentElement.dataset.heldCart="")}catch{}`;
