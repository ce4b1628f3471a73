import css from "./Picture.module.css";

export type PictureProps = {
  /** The fallback URL; `avif` and `webp` are srcsets: '/a.avif 1x, /b.avif 2x'. */
  readonly src: string;
  readonly avif?: string | undefined;
  readonly webp?: string | undefined;
  readonly srcSet?: string | undefined;
  readonly sizes?: string | undefined;
  /** The aspect ratio, so that the space is reserved before the picture is loaded. */
  readonly width: number;
  readonly height: number;
  /** Empty for a decorative picture. */
  readonly alt: string;
  /** The most important picture of the first view: loaded with priority. */
  readonly priority?: boolean;
  readonly rounded?: boolean;
  /** The focal point when the picture is cropped, in percent from the left and the top; the centre without it. */
  readonly focus?: { readonly x: number; readonly y: number } | null | undefined;
};

/** The style sheet has classes in steps of 5 %. */
const step = (percent: number): number => Math.round(percent / 5) * 5;

export function Picture({
  src,
  avif,
  webp,
  srcSet,
  sizes,
  width,
  height,
  alt,
  priority = false,
  rounded = false,
  focus,
}: PictureProps) {
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        className={css.picture}
        data-rounded={rounded || undefined}
        data-focus-x={focus ? step(focus.x) : undefined}
        data-focus-y={focus ? step(focus.y) : undefined}
        src={src}
        srcSet={srcSet}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : "auto"}
        decoding={priority ? "auto" : "async"}
      />
    </picture>
  );
}
