import type { PageWords } from "@/lib/checkout/words/page-words";

/** German. Reader: Sie. Terms: as in `sdks/browser/src/words`. */
export const de: PageWords = {
  title: "{amount} an {shop}",
  description: "Zahlen Sie {amount} an {shop} aus Ihrer Wallet, per QR-Code oder Adresse.",
  detected: "Zahlung erkannt",
  closing: "Die Zeit ist abgelaufen",
  amountToSend: "Zu sendender Betrag",
  addressHint: "Scannen Sie die Adresse oder kopieren Sie sie in Ihre Wallet oder Börse.",
  linkHint: "Für unterstützte Wallets. Wenn sich nichts öffnet, zahlen Sie stattdessen an die Adresse.",
  openIn: "In {wallet} öffnen",
  confirmingName: "Wird bestätigt",
  sendRemaining:
    "Senden Sie den Restbetrag an dieselbe Adresse, bevor die Zeit abläuft. Bereits Gezahltes wird angerechnet.",
  confirmingTitle: "Ihre Zahlung ist unterwegs",
  confirmingText:
    "Die Bestätigung dauert etwa eine Minute. Sie müssen nichts weiter tun. Zahlen Sie nicht noch einmal.",
  latePayment: "Verspätete Zahlung",
  latePaymentText:
    "Ihre Zahlung kam nach Ablauf der Frist an und wird nicht automatisch angerechnet. Wenden Sie sich an den Händler.",
  backToShop: "Zurück zu {shop}",
  returning: "Weiterleitung zu {host}",
  inSeconds: "in {seconds} s",
  stay: "Hier bleiben",
  receipt: "Beleg",
  referenceName: "Referenz",
  terminal: "Terminal",
  createdAt: "Erstellt",
  transaction: "Transaktion",
  notPaid: "Nicht bezahlt",
  openReceipt: "Beleg drucken",
  print: "Drucken",
  backToPayment: "Zurück zur Zahlung",
  notFoundText:
    "Der Link ist möglicherweise unvollständig. Öffnen Sie ihn noch einmal dort, wo Sie ihn erhalten haben, oder bitten Sie den Händler um einen neuen.",
  language: "Sprache",
  pageBy: "Zahlungsseite von {app}",
};
