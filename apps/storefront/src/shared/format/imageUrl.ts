/** The sizes of pictures. Covers use widths that the server produces, so no file is larger than its descriptor says. */
export const posterSize = { width: 272, height: 216 } as const;
/**
 * A poster fills a frame of at least 272 × 216: requested by width, at double size for high-density screens, and cropped to
 * the frame.
 */
const posterWidths = [384, 544, 768, 960, 1200] as const;
/**
 * Pictures are wider than their frame and cropped at the sides: a 16:9 picture in 272 × 216 is 1.41 times as wide as
 * the visible part.
 */
const posterSizes = "(min-width: 60em) 480px, (min-width: 40em) 600px, 130vw";
export const coverWidths = [384, 544, 768, 960, 1200, 1500, 1920] as const;
export const coverSize = { width: 1500, height: 844 } as const;
export const thumbnailSize = { width: 64, height: 51 } as const;

/** The URL of a picture that fits into a box. */
export const fittedImageUrl = (seller: string, image: string, width: number, height?: number): string => {
  const size = new URLSearchParams({
    sizex: String(width),
    ...(height === undefined ? {} : { sizey: String(height) }),
    shrinkonly: "true",
    _seller: seller,
  });
  return `/cached_api/image/${encodeURIComponent(image)}?${size}`;
};

/** For pictures of a fixed size: normal and double density. */
export const fixedSizeImage = (
  seller: string,
  image: string,
  { width, height }: { width: number; height: number },
): { src: string; srcSet: string } => {
  const src = fittedImageUrl(seller, image, width, height);
  return { src, srcSet: `${src} 1x, ${fittedImageUrl(seller, image, width * 2, height * 2)} 2x` };
};

/** For a poster of the listing: full width on phones, in columns on wider screens. */
export const posterImage = (seller: string, image: string): { src: string; srcSet: string; sizes: string } => ({
  src: fittedImageUrl(seller, image, 544),
  srcSet: posterWidths.map((width) => `${fittedImageUrl(seller, image, width)} ${width}w`).join(", "),
  sizes: posterSizes,
});

/** For a cover that grows with the page. */
export const coverImage = (seller: string, image: string): { src: string; srcSet: string; sizes: string } => ({
  src: fittedImageUrl(seller, image, coverSize.width),
  srcSet: coverWidths.map((width) => `${fittedImageUrl(seller, image, width)} ${width}w`).join(", "),
  sizes: coverSizes,
});

/** The cover fills the main column of the event page's layout. */
export const coverSizes = "(min-width: 62em) min(62vw, 1500px), 100vw";
