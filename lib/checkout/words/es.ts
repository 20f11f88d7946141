import type { PageWords } from "@/lib/checkout/words/page-words";

/** Spanish. Reader: usted. Terms: as in `sdks/browser/src/words`. */
export const es: PageWords = {
  title: "{amount} para {shop}",
  description: "Pague {amount} a {shop} desde su billetera, con código QR o dirección.",
  detected: "Pago detectado",
  closing: "Se acabó el tiempo",
  amountToSend: "Importe que debe enviar",
  addressHint: "Escanee la dirección o cópiela en su billetera o exchange.",
  linkHint: "Para billeteras compatibles. Si no se abre nada, pague a la dirección.",
  openIn: "Abrir en {wallet}",
  confirmingName: "En confirmación",
  sendRemaining:
    "Envíe el importe restante a la misma dirección antes de que se acabe el tiempo. Lo que ya ha pagado cuenta.",
  confirmingTitle: "Su pago está en camino",
  confirmingText: "La confirmación tarda alrededor de un minuto. No tiene que hacer nada más. No vuelva a pagar.",
  latePayment: "Pago fuera de plazo",
  latePaymentText: "Su pago llegó fuera de plazo y no se ha aplicado. Póngase en contacto con la tienda.",
  backToShop: "Volver a {shop}",
  returning: "Volviendo a {host}",
  inSeconds: "en {seconds} s",
  stay: "Quedarme aquí",
  receipt: "Recibo",
  referenceName: "Referencia",
  terminal: "Terminal",
  createdAt: "Creado",
  transaction: "Transacción",
  notPaid: "No pagado",
  openReceipt: "Imprimir recibo",
  print: "Imprimir",
  backToPayment: "Volver al pago",
  notFoundText:
    "Es posible que el enlace esté incompleto. Ábralo de nuevo desde donde lo recibió o pida otro a la tienda.",
  language: "Idioma",
  pageBy: "Página de pago de {app}",
};
