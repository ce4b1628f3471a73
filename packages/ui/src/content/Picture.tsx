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
  /** Empty for decoration. */
  readonly alt: string;
  /** The picture that counts most for the first view: loaded with priority. */
  readonly priority?: boolean;
  readonly rounded?: boolean;
};

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
}: PictureProps) {
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        className={css.picture}
        data-rounded={rounded || undefined}
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
