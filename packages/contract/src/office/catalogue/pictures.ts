import * as z from "zod/mini";
import { PictureFocus } from "../../shop/pictureFocus.ts";
import { base64File } from "./base64File.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";

/**
 * A small version of a picture of the catalogue. The back office may be on a host of its own, which does not serve the
 * storefront's pictures.
 */
export const previewPicture = staffEndpoint({
  name: "previewPicture",
  method: "GET",
  path: "/catalogue/picture",
  summary: "See a picture of the catalogue, as a small PNG",
  can: "catalogue.read",
  audits: null,
  query: z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply: z.object({
    /** Null if the catalogue has no such picture yet: a draft may already name one. */
    picture: z.nullable(
      z.object({
        /** `data:image/png;base64,…` */
        url: z.string(),
        /** What the picture shows, in words; null if the catalogue does not say. */
        alt: z.nullable(z.string()),
      }),
    ),
  }),
});

/** The maximum size of a picture, in bytes. */
export const maxPictureBytes = 12 * 1024 * 1024;
/** Slightly more is accepted, so that the refusal can state the picture's size. */
const maxPictureBase64 = Math.ceil((maxPictureBytes + 1024 * 1024) / 3) * 4;
/** The maximum number of pictures of a catalogue, including those in drafts. */
export const maxPictures = 1000;

/**
 * Stores a picture and adds it to the draft of the pictures. It is published with the drafts that use it; a picture that is
 * never published is deleted after some time. Uploading the same file again yields the same picture.
 */
export const uploadPicture = staffEndpoint({
  name: "uploadPicture",
  method: "POST",
  path: "/catalogue/picture",
  summary: "Upload a picture for the catalogue's drafts",
  can: "catalogue.edit",
  audits: "catalogue.picture_uploaded",
  maxBodyBytes: maxPictureBase64 + 4096,
  isUpload: true,
  body: z.strictObject({
    /** The file name; the picture's key is derived from it. */
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    /** A text alternative for people who do not see the picture. */
    alt: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    /** What stays in view when the picture is cropped; defaults to its centre. */
    focus: z.optional(PictureFocus),
    /** PNG, JPEG, WebP, AVIF or SVG, in base64. */
    file: base64File(maxPictureBase64),
  }),
  reply: z.object({ key: z.string(), width: z.number(), height: z.number() }),
});
