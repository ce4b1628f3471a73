import type { ReactNode } from "react";
import css from "./Account.module.css";

/** Original drawings, so that no trademarked artwork is shipped. An unknown brand is a plain card. */
const brandPictures: Readonly<Record<string, ReactNode>> = {
  visa: (
    <>
      <rect width="48" height="30" rx="4" fill="#1a1f71" />
      <path
        d="M7.500 10h3l1.300 6.500L15.300 10h3l-5.800 10h-3L7.500 10ZM18.100 20l2-10h2.800l-2 10h-2.800Zm4.700-.7.6-2.300c1.100.7 3.900 1.100 4-.3.100-1.400-3.700-1.500-3.600-4.100.100-3.100 4.400-3.400 6.700-2.300l-.5 2.200c-1.200-.6-3.300-.6-3.400.3-.100 1.200 3.800 1.300 3.700 4.200-.100 3.500-5.200 3.800-7.500 2.300Zm7.200.7 5.300-10h2.800l1.900 10h-2.700l-.3-1.700h-3.300l-.9 1.700H30Zm4.700-3.700h2l-.5-3.100-1.500 3.100Z"
        fill="#fff"
      />
    </>
  ),
  mastercard: (
    <>
      <rect width="48" height="30" rx="4" fill="#252525" />
      <circle cx="19.5" cy="15" r="8.5" fill="#eb001b" />
      <circle cx="28.5" cy="15" r="8.5" fill="#f79e1b" fillOpacity="0.9" />
    </>
  ),
  amex: (
    <>
      <rect width="48" height="30" rx="4" fill="#2e77bc" />
      <path
        d="M7 19.5 11 10.500h2.800l4 9H15l-.6-1.600h-4l-.6 1.600H7Zm4.1-3.500h2.500l-1.2-3-1.3 3ZM19 19.500v-9h3.600l2 5 2-5H30v9h-2.400v-6l-2.3 6h-1.600l-2.3-6v6H19Zm12.5 0v-9H39v2h-5v1.500h4.800v2H34v1.500h5v2h-7.500Z"
        fill="#fff"
      />
    </>
  ),
  discover: (
    <>
      <rect width="48" height="30" rx="4" fill="#fff" stroke="#c9c9c9" />
      <path d="M24 30h20a4 4 0 0 0 4-4V15C41 22 33 27 24 30Z" fill="#f58220" />
      <circle cx="24" cy="13" r="5" fill="#f58220" />
    </>
  ),
};

const plainCard = (
  <>
    <rect x="0.5" y="0.5" width="47" height="29" rx="4" fill="none" stroke="currentColor" />
    <path d="M0 9h48v5H0z" fill="currentColor" />
    <path d="M6 21h12" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </>
);

/** The picture of a card's brand. Decorative, because its name is next to it. */
export function CardBrand({ brand }: { readonly brand: string }) {
  return (
    <svg
      className={css.brand}
      viewBox="0 0 48 30"
      width={48}
      height={30}
      aria-hidden
      focusable="false"
      data-brand={Object.hasOwn(brandPictures, brand) ? brand : "other"}
    >
      {Object.hasOwn(brandPictures, brand) ? brandPictures[brand] : plainCard}
    </svg>
  );
}
