import qrcode from "qrcode";

/** A scan code as a PNG. `margin` is in modules. */
export const renderQrCode = (scan_code: string, margin: number): Promise<Buffer> =>
  qrcode.toBuffer(scan_code, { margin, errorCorrectionLevel: "M", type: "png", width: 480 });
