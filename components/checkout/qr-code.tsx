import { qrPath } from "@/lib/customer/checkout/qr-path";

type Props = { value: string; title: string; size?: string };

/**
 * Black on white whatever a browser or an extension makes of the page's colours, with the quiet zone that scanners
 * need.
 */
export function QrCode({ value, title, size = "max-w-60" }: Props) {
  const { size: side, path } = qrPath(value);
  return (
    <svg
      viewBox={`0 -.5 ${side} ${side}`}
      role="img"
      aria-label={title}
      shapeRendering="crispEdges"
      className={`mx-auto block w-full rounded-till ${size}`}
    >
      <path d={`M0-.5h${side}v${side}H0z`} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  );
}
