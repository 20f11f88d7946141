import { QRCodeSVG } from "qrcode.react";

type Props = { value: string; title: string; size?: string; className?: string };

/**
 * Black on white whatever a browser or an extension makes of the page's colours, with the quiet zone that scanners
 * need.
 */
export function Qr({ value, title, size = "max-w-72", className = "" }: Props) {
  return (
    <QRCodeSVG
      value={value}
      title={title}
      role="img"
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#000000"
      className={`block aspect-square h-auto w-full rounded-till ${size} ${className}`}
    />
  );
}
