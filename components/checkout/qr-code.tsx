import { qrPath } from "@/lib/checkout/qr-path";

type Props = { value: string; title: string; size?: string };

/** Black on white in both themes, with the quiet zone that scanners need. */
export function QrCode({ value, title, size = "max-w-60" }: Props) {
  const { size: side, path } = qrPath(value);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={title}
      shapeRendering="crispEdges"
      className={`mx-auto block w-full rounded-till bg-white ${size}`}
    >
      <path d={path} stroke="#000" />
    </svg>
  );
}
