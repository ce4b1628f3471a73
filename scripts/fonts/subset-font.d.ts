declare module "subset-font" {
  type Range = { readonly min?: number; readonly max?: number; readonly default?: number };

  /** The part of its options that scripts/fonts/subsetFonts.ts uses. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: "sfnt" | "truetype" | "woff2";
      readonly variationAxes?: Readonly<Record<string, number | Range>>;
      readonly keepFeatures?: readonly string[];
      readonly noHinting?: boolean;
    },
  ): Promise<Buffer>;
}
