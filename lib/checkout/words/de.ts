import type { PageWords } from "@/lib/checkout/words/page-words";

export const de: PageWords = {
  title: "{amount} an {shop}",
  description: "Zahlen Sie {amount} an {shop} aus einer Wallet, per QR-Code oder Adresse.",
  seen: "Im Netzwerk gesehen",
  closing: "Die Zeit ist um",
  amountToSend: "Zu senden",
  addressHint: "Scannen Sie die Adresse oder kopieren Sie sie in Ihre Wallet oder Börse.",
  linkHint: "Für Wallets, die diese Zahlungslinks kennen. Wenn sich nichts öffnet, zahlen Sie an die Adresse.",
  openIn: "In {wallet} öffnen",
  onItsWay: "Unterwegs",
  stillToSend: "Noch zu senden",
  restToSameAddress:
    "Senden Sie den Rest an dieselbe Adresse, bevor die Zeit abläuft. Nichts Erhaltenes geht verloren.",
  confirmingTitle: "Ihre Zahlung ist unterwegs.",
  confirmingText:
    "Das Netzwerk bestätigt sie in etwa einer Minute. Sie müssen nichts weiter tun. Zahlen Sie nicht noch einmal.",
  arrivedLate: "Zu spät eingetroffen",
  arrivedLateText:
    "Dieses Geld kam nach dem Ende an und zählt nicht von selbst. Der Händler sieht es. Zeigen Sie ihm diese Seite.",
  backToShop: "Zurück zu {shop}",
  goingBack: "Sie kehren zurück zu {host}",
  inSeconds: "in {seconds} s",
  stay: "Hier bleiben",
  receipt: "Beleg",
  referenceName: "Referenz",
  terminal: "Terminal",
  createdAt: "Erstellt",
  transaction: "Transaktion",
  notPaid: "Nicht bezahlt",
  openReceipt: "Beleg zum Drucken",
  print: "Drucken",
  backToPayment: "Zurück zur Zahlung",
  notFoundText:
    "Der Link ist vielleicht abgeschnitten. Öffnen Sie ihn noch einmal von dort, wo Sie ihn bekommen haben, oder bitten Sie den Händler um einen neuen.",
  language: "Sprache",
  pageBy: "Zahlungsseite von {app}",
};
