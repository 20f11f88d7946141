import { QRCodeSVG } from "qrcode.react";

/** Black on white in light and dark alike, with the quiet zone that scanners ask for. */
export function Qr({ value, title }: { value: string; title: string }) {
  return (
    <QRCodeSVG
      value={value}
      title={title}
      role="img"
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      className="aspect-square h-auto w-full max-w-72 rounded-till bg-white"
    />
  );
}
