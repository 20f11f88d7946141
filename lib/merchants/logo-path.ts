/** Where a logo is served; the address changes with the picture, so it may be cached for ever. */
export function logoPath(merchantId: string, digest: string | null): string | null {
  return digest === null ? null : `/logo/${merchantId}/${digest}`;
}
